// SPDX-License-Identifier: GPL-2.0-or-later
//
// Initialisers that run once, in a thread that others wait for; one that fails
// first; one inside another.
#include <mutex>
#include <stdexcept>
#include <threads.h>

#include "asleep.h"

struct Slow {
    Slow();
    int value = 7;
};

inline int use_static() {
    static Slow slow;
    return slow.value;
}

// That variable's guard, by its mangled name.
inline const void* guard() {
    const void* address = nullptr;
    __asm__("leaq _ZGVZ10use_staticvE4slow(%%rip), %0" : "=r"(address));
    return address;
}

namespace {

constexpr int n_threads = 4;

pthread_once_t posix_control = PTHREAD_ONCE_INIT, inner_control = PTHREAD_ONCE_INIT;
::once_flag c11_control = ONCE_FLAG_INIT;
std::once_flag std_flag;
pthread_barrier_t all_here;
int n_initialised = 0, n_failed = 0;

void inner() {
    ++n_initialised;
}

// Long enough for the others to come and wait.
void initialise() {
    pthread_once(&inner_control, inner);
    wait_until_others_sleep();
    ++n_initialised;
}

void fail_first() {
    wait_until_others_sleep();
    if (++n_failed == 1)
        throw std::runtime_error("on purpose");
}

// A thread that meets the exception calls again.
template <typename Call>
void again_if_it_fails(Call call) {
    try {
        call();
    } catch (const std::runtime_error&) {
        call();
    }
}

void* body(void*) {
    MUST(pthread_once(&posix_control, initialise) == 0);
    HPCMP_MARK("posix");
    ::call_once(&c11_control, initialise);
    pthread_barrier_wait(&all_here);
    again_if_it_fails([] { std::call_once(std_flag, fail_first); });
    if (pthread_barrier_wait(&all_here) != 0)
        n_failed = 0;
    pthread_barrier_wait(&all_here);
    again_if_it_fails([] { MUST(use_static() == 7); });
    return nullptr;
}

} // namespace

Slow::Slow() {
    fail_first();
}

int main() {
    mark_address("posix", &posix_control);
    mark_address("inner", &inner_control);
    mark_address("c11", &c11_control);
    mark_address("std", &std_flag);
    mark_address("static", guard());
    pthread_barrier_init(&all_here, nullptr, n_threads);
    pthread_t threads[n_threads];
    for (pthread_t& thread : threads)
        thread = start(body, nullptr);
    for (pthread_t thread : threads)
        join(thread);
    MUST(n_initialised == 3 && n_failed == 2);
    HPCMP_MARK("again");
    pthread_once(&posix_control, initialise);
    return 0;
}
