// SPDX-License-Identifier: GPL-2.0-or-later
//
// C++: a namespace's mutex, templates, and what the standard library allocates, as sites.c says
// it.
#include "sites.h"

#include <mutex>
#include <vector>

namespace queues {
std::mutex lock;
}

template <class Value>
struct Maker {
    __attribute__((noinline)) static void make() {
        ALLOCATE(int(2000 + sizeof(Value)));
        STAY();
    }
};

static void say_lock(const char* function, int line) {
    std::printf("lock %lu %s %d queues::lock\n", (unsigned long)&queues::lock, function, line);
}

static void locks() {
    say_lock(__func__, __LINE__ + 1);
    const std::lock_guard<std::mutex> guard(queues::lock);
    STAY();
}

static void grows() {
    std::printf("alloc %d %s %d\n", 3000, __func__, __LINE__ + 1);
    std::vector<char> bytes(3000);
    kept = bytes.data();
    STAY();
}

int main() {
    setvbuf(stdout, nullptr, _IONBF, 0);
    Maker<char>::make();
    Maker<double>::make();
    locks();
    grows();
    return 0;
}
