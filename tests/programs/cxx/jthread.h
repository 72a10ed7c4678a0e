// SPDX-License-Identifier: GPL-2.0-or-later
//
// std::jthread; where the library has none (libc++ 14), as much of it as the tests use.
#ifndef TESTS_JTHREAD_H
#define TESTS_JTHREAD_H

#include <thread>

#ifdef __cpp_lib_jthread
using Jthread = std::jthread;
#else
class Jthread : public std::thread {
public:
    using std::thread::thread;
    Jthread(Jthread&&) = default;
    ~Jthread() {
        if (joinable())
            join();
    }
};
#endif

#endif
