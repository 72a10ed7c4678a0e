// SPDX-License-Identifier: GPL-2.0-or-later
//
// oneTBB's queues and locks, which are made of atomics in its headers.
#include <tbb/concurrent_queue.h>
#include <tbb/queuing_mutex.h>
#include <tbb/spin_mutex.h>

#include "sections.h"

namespace {

enum { ITEMS = 12 };

// An item is the point at which it was made.
tbb::concurrent_queue<int> queue;
tbb::concurrent_bounded_queue<int> bounded;

void puts(int me) {
    for (int i = 0; i < ITEMS; i++) {
        units(2);
        point(POINT(me, 10 + i));
        queue.push(POINT(me, 10 + i));
        point(POINT(me, 100 + i));
    }
}

void note_taken(int me, int i, int made) {
    point(POINT(me, 10 + i));
    note_pair(me, "required", made, POINT(me, 10 + i));
}

void takes(int me) {
    for (int i = 0; i < ITEMS; i++) {
        int made;
        while (!queue.try_pop(made)) {
        }
        note_taken(me, i, made);
        units(3);
    }
}

void run_queue() {
    run_two(puts, takes);
    known_parallelism = 60.0 / 38;
}

void puts_bounded(int me) {
    for (int i = 0; i < ITEMS; i++) {
        units(2);
        point(POINT(me, 10 + i));
        bounded.push(POINT(me, 10 + i));
    }
}

void takes_bounded(int me) {
    for (int i = 0; i < ITEMS; i++) {
        int made;
        bounded.pop(made);
        note_taken(me, i, made);
        units(3);
    }
}

void run_bounded_queue() {
    bounded.set_capacity(4);
    run_two(puts_bounded, takes_bounded);
    known_parallelism = 60.0 / 38;
}

tbb::spin_mutex spin;
void take_spin(int) {
    spin.lock();
}
void give_spin(int) {
    spin.unlock();
}

// The lock's node is the thread's.
tbb::queuing_mutex queuing;
tbb::queuing_mutex::scoped_lock holders[THREADS + 1];
void take_queuing(int me) {
    holders[me].acquire(queuing);
}
void give_queuing(int me) {
    holders[me].release();
}

const kind kinds[] = {
    {"queue", run_queue},
    {"bounded_queue", run_bounded_queue},
    {"spin_mutex", [] { run_lock(take_spin, give_spin); }},
    {"queuing_mutex", [] { run_lock(take_queuing, give_queuing); }},
};

} // namespace

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
