// SPDX-License-Identifier: GPL-2.0-or-later
//
// C++20's primitives, which are inlined into the program.  The tool records
// their system calls; the program says the rest in one line each.
#include <atomic>
#include <barrier>
#include <future>
#include <latch>
#include <semaphore>
#include <vector>

#include "asleep.h"
#include "jthread.h"

namespace {

constexpr int n_threads = 4, n_rounds = 50;
constexpr int n_places = 2, n_items = 20;
constexpr unsigned long n_steps = 200000;

std::barrier barrier(n_threads);
std::latch latch(n_threads);
std::counting_semaphore<> semaphore(0);
std::atomic<int> flag = 0;

// Equal work between barriers.
void in_rounds() {
    for (int round = 1; round <= n_rounds; ++round) {
        work(n_steps);
        HPCMP_BARRIER_ARRIVE(&barrier);
        barrier.arrive_and_wait();
        HPCMP_BARRIER_DEPART(&barrier);
    }
}

// One makes what the other uses up, in a buffer of n_places.
void hand_over_items() {
    std::counting_semaphore<> empty(n_places), full(0);
    mark_address("empty", &empty);
    mark_address("full", &full);
    HPCMP_SEM_BEGIN(&empty, n_places);
    HPCMP_SEM_BEGIN(&full, 0);
    Jthread user([&] {
        for (int i = 0; i < n_items; ++i) {
            full.acquire();
            HPCMP_SEM_TAKEN(&full);
            HPCMP_SEM_POST(&empty);
            empty.release();
        }
    });
    for (int i = 0; i < n_items; ++i) {
        empty.acquire();
        HPCMP_SEM_TAKEN(&empty);
        HPCMP_SEM_POST(&full);
        full.release();
    }
    user.join();
    HPCMP_PRIM_END(&empty);
    HPCMP_PRIM_END(&full);
}

// Without any: who waits long enough is woken by the kernel.
void wake_sleepers() {
    std::thread waits_for_flag([] {
        flag.wait(0);
        HPCMP_MARK("flag seen");
    });
    std::thread waits_for_token([] {
        semaphore.acquire();
        HPCMP_MARK("token taken");
    });
    std::promise<int> promise;
    std::thread waits_for_value([future = promise.get_future()]() mutable {
        MUST(future.get() == 42);
        HPCMP_MARK("value got");
    });
    wait_until_others_sleep();
    HPCMP_MARK("sets all");
    flag = 1;
    flag.notify_one();
    semaphore.release();
    promise.set_value(42);
    waits_for_flag.join();
    waits_for_token.join();
    waits_for_value.join();
}

void count_down() {
    std::vector<Jthread> threads;
    for (int i = 0; i < n_threads; ++i)
        threads.emplace_back([] {
            HPCMP_MARK("counts down");
            HPCMP_RELEASE(&latch);
            latch.count_down();
        });
    latch.wait();
    HPCMP_ACQUIRE(&latch);
    HPCMP_MARK("all counted down");
}

} // namespace

int main() {
    mark_address("barrier", &barrier);
    wake_sleepers();
    count_down();
    MUST(std::async(std::launch::async, [] {
             HPCMP_MARK("async");
             return 1;
         }).get() == 1);
    hand_over_items();
    HPCMP_MARK("rounds");
    HPCMP_BARRIER_BEGIN(&barrier, n_threads);
    std::vector<Jthread> threads;
    for (int i = 0; i < n_threads; ++i)
        threads.emplace_back(in_rounds);
}
