// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints what oneTBB says of processors.
#include <cstdio>
#include <tbb/info.h>
#include <tbb/task_arena.h>

int main() {
    std::printf("%d %d\n", tbb::info::default_concurrency(),
                tbb::this_task_arena::max_concurrency());
}
