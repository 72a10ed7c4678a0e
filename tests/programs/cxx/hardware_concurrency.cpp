// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints what the C++ library says of processors.
#include <cstdio>
#include <thread>

int main() {
    std::printf("%u\n", std::thread::hardware_concurrency());
}
