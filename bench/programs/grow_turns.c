/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What does it cost to find out whose turn it is, the more threads can run?  COUNT threads
 * work all at once; a fixed number of rounds is shared out among them.  A round is some work
 * of different length, and a lock that all of them take: nearly each is another thread's turn.
 *
 *    grow_turns [COUNT]
 */
#include "bench.h"

#include <pthread.h>

enum { ROUNDS = 100000, STACK = 256 * 1024 };

static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t g_all_live;
static uint64_t g_rounds_each, g_done;

/* n instructions and a few. */
static void work(uint64_t n) {
    uint64_t rounds = n / 2 + 1;
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
}

static void* run(void* argument) {
    const uint64_t number = (uint64_t)argument;
    pthread_barrier_wait(&g_all_live);
    for (uint64_t i = 0; i < g_rounds_each; i++) {
        work(2000 + (number * 7 + i * 13) % 17 * 100);
        pthread_mutex_lock(&g_mutex);
        g_done++;
        pthread_mutex_unlock(&g_mutex);
    }
    return NULL;
}

int main(int argc, char** argv) {
    const uint64_t count = bench_argument(argc, argv, 1, 2);
    pthread_t* threads = calloc(count, sizeof *threads);
    pthread_attr_t attributes;
    bench_need(threads != NULL, "no memory");
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_barrier_init(&g_all_live, NULL, count + 1);
    g_rounds_each = ROUNDS / count;
    for (uint64_t i = 0; i < count; i++)
        bench_need(pthread_create(&threads[i], &attributes, run, (void*)i) == 0, "no thread");
    pthread_barrier_wait(&g_all_live);

    const double begin = bench_cpu_seconds();
    for (uint64_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    bench_figure_cost(begin, g_done);
    free(threads);
    return 0;
}
