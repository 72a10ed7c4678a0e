/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every worker makes tables and adds what is in them to a total, under a lock made of an atomic.
 */
#include "memory.h"

#include <sched.h>
#include <stdatomic.h>

enum { WORKERS = 4, ROUNDS = 3 };
static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static unsigned long total;

static void add(unsigned long sum) {
    while (atomic_flag_test_and_set_explicit(&is_taken, memory_order_acquire))
        sched_yield();
    total += sum;
    atomic_flag_clear_explicit(&is_taken, memory_order_release);
}

static void* run_worker(void* number) {
    long worker = (long)number;
    for (int round = 0; round < ROUNDS; round++) {
        size_t size = (1 + (worker * 3 + round) % 5) * 6000;
        unsigned char* table = worked(size, 2);
        unsigned long sum = 0;
        for (size_t i = 0; i < size; i++) {
            sum += table[i];
            if (i % 100 == 0)
                add(sum);
        }
        free(table);
    }
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    for (long worker = 0; worker < WORKERS; worker++)
        workers[worker] = begin(run_worker, worker);
    for (int worker = 0; worker < WORKERS; worker++)
        end(workers[worker]);
    return 0;
}
