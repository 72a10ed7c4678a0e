/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does a sync event cost more, the more blocks live that nobody touches between
 * two of them?  COUNT blocks lie idle while a mutex is locked and unlocked and one
 * other block is used.
 *
 *    grow_idle_blocks [COUNT]
 */
#include "bench.h"

#include <pthread.h>

enum { ROUNDS = 100000, BYTES = 64 };

static void lock_and_unlock(volatile char* busy, uint64_t times) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    for (uint64_t i = 0; i < times; i++) {
        pthread_mutex_lock(&mutex);
        busy[0]++;
        pthread_mutex_unlock(&mutex);
    }
}

int main(int argc, char** argv) {
    const uint64_t count = bench_argument(argc, argv, 1, 1);
    char** idle = malloc(count * sizeof *idle);
    volatile char* busy = calloc(1, BYTES);
    bench_need(idle && busy, "no memory");
    for (uint64_t i = 0; i < count; i++) {
        idle[i] = malloc(BYTES);
        bench_need(idle[i] != NULL, "no memory");
        idle[i][0] = 1;
    }

    lock_and_unlock(busy, BENCH_WARM_UP); /* also pays for the touches above */
    const double start = bench_cpu_seconds();
    lock_and_unlock(busy, ROUNDS);
    bench_figure_cost(start, 2 * ROUNDS);

    for (uint64_t i = 0; i < count; i++)
        free(idle[i]);
    free(idle);
    free((void*)busy);
    return 0;
}
