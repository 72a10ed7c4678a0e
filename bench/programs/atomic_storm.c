/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Nothing but atomic increments of counters that threads share.  KIND says what is made of the
 * result, because an increment whose result is used orders threads, and one whose result is not
 * used is another instruction:
 *
 *    dropped   lock addl
 *    used      lock xaddl, and the result is added up
 *    swapped   lock cmpxchgl in a loop, until it succeeds
 *    all       a third of the increments in each way
 *
 * Each of the THREADS makes INCREMENTS, and uses one of the WORDS, which lie next to each other.
 * The figure is the cost of an increment.
 *
 *    atomic_storm [KIND [THREADS [WORDS [INCREMENTS]]]]
 */
#include "bench.h"

#include <pthread.h>
#include <string.h>

enum { MOST_THREADS = 64 };

static unsigned g_words[MOST_THREADS];
static uint64_t g_n_threads, g_n_words, g_n_increments;

static unsigned increment_dropped(unsigned* word, uint64_t n) {
    for (uint64_t i = 0; i < n; i++)
        __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
    return 0;
}

static unsigned increment_used(unsigned* word, uint64_t n) {
    unsigned sum = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
    return sum;
}

static unsigned increment_swapped(unsigned* word, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        unsigned former = __atomic_load_n(word, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(word, &former, former + 1, 0, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED))
            ;
    }
    return 0;
}

static unsigned increment_all(unsigned* word, uint64_t n) {
    const uint64_t third = n / 3;
    const unsigned sum = increment_dropped(word, third) + increment_used(word, third);
    return sum + increment_swapped(word, n - 2 * third);
}

static const struct {
    const char* name;
    unsigned (*increment)(unsigned* word, uint64_t n);
} g_kinds[] = {{"dropped", increment_dropped},
               {"used", increment_used},
               {"swapped", increment_swapped},
               {"all", increment_all}};
static unsigned (*g_increment)(unsigned* word, uint64_t n);

static void choose(const char* name) {
    for (size_t i = 0; i < sizeof g_kinds / sizeof *g_kinds; i++)
        if (strcmp(g_kinds[i].name, name) == 0)
            g_increment = g_kinds[i].increment;
    bench_need(g_increment != NULL, "no such kind");
}

static void* work(void* argument) {
    unsigned* word = argument;
    const uintptr_t sum = g_increment(word, g_n_increments);
    return (void*)sum;
}

static uintptr_t run_threads(void) {
    pthread_t ids[MOST_THREADS];
    uintptr_t sum = 0;
    for (uint64_t i = 0; i < g_n_threads; i++)
        bench_need(pthread_create(&ids[i], NULL, work, &g_words[i % g_n_words]) == 0, "no thread");
    for (uint64_t i = 0; i < g_n_threads; i++) {
        void* result;
        pthread_join(ids[i], &result);
        sum += (uintptr_t)result;
    }
    return sum;
}

int main(int argc, char** argv) {
    choose(argc > 1 ? argv[1] : "all");
    g_n_threads = bench_argument(argc, argv, 2, 2);
    g_n_words = bench_argument(argc, argv, 3, 1);
    g_n_increments = bench_argument(argc, argv, 4, 60000000);
    bench_need(g_n_threads > 0 && g_n_threads <= MOST_THREADS && g_n_words > 0 &&
                   g_n_words <= g_n_threads,
               "too many threads or words");
    const double start = bench_cpu_seconds();
    const uintptr_t sum = run_threads();
    bench_figure_cost(start, g_n_threads * g_n_increments);
    fprintf(stderr, "%u, %lu\n", g_words[0], (unsigned long)sum);
    return 0;
}
