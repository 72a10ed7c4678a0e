/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/memory.h"

#include "hpcmp/measure/samples.h"
#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 24 };
/* The arrays of all threads are together so many times as large as the largest cache, and a
   thread's at least LEAST_BYTES. */
enum { TIMES_CACHE = 4, LEAST_BYTES = 24 << 20 };

typedef struct {
    pthread_barrier_t* meeting;
    double *sums, *a, *b;
    size_t n;          /* elements of each array */
    double begin, end; /* of the last round, ns */
} Stream;

static void move_all(const Stream* s) {
    for (size_t i = 0; i < s->n; i++)
        s->sums[i] = s->a[i] + 3 * s->b[i];
}

/* The first round does not count, because it is the one in which pages come into being. */
static void* move_in_rounds(void* stream) {
    Stream* s = stream;
    for (int round = 0; round <= ROUNDS; round++) {
        pthread_barrier_wait(s->meeting);
        s->begin = hm_now();
        move_all(s);
        s->end = hm_now();
        pthread_barrier_wait(s->meeting);
    }
    return NULL;
}

/* Returns the time from when the first thread begins to when the last one ends. The threads
   themselves look at the clock, because all processors are theirs: another thread would look when a
   processor is free. */
static double duration(const Stream* streams, int n_threads) {
    double begin = streams[0].begin, end = streams[0].end;
    for (int i = 1; i < n_threads; i++) {
        begin = streams[i].begin < begin ? streams[i].begin : begin;
        end = streams[i].end > end ? streams[i].end : end;
    }
    return end - begin;
}

static double* new_array(size_t n) {
    double* array = malloc(n * sizeof *array);
    if (array == NULL)
        hm_fail("there is no memory in which to measure how fast memory is");
    for (size_t i = 0; i < n; i++)
        array[i] = 1;
    return array;
}

static void measure(FILE* out, int n_threads, size_t largest_cache) {
    const size_t share = TIMES_CACHE * largest_cache / (size_t)n_threads;
    const size_t bytes = share > LEAST_BYTES ? share : LEAST_BYTES;
    Samples pace = hm_samples_new(ROUNDS);
    Stream* streams = calloc((size_t)n_threads, sizeof *streams);
    pthread_t* threads = calloc((size_t)n_threads, sizeof *threads);
    pthread_barrier_t meeting;
    if (streams == NULL || threads == NULL)
        hm_fail("there is no memory for the threads that measure");
    pthread_barrier_init(&meeting, NULL, (unsigned)n_threads + 1);
    for (int i = 0; i < n_threads; i++) {
        const size_t n = bytes / 3 / sizeof(double);
        streams[i] = (Stream){&meeting, new_array(n), new_array(n), new_array(n), n, 0, 0};
        threads[i] = hm_begin(move_in_rounds, &streams[i]);
    }
    for (int round = 0; round <= ROUNDS; round++) {
        pthread_barrier_wait(&meeting);
        pthread_barrier_wait(&meeting);
        const double moved = (double)streams[0].n * 3 * sizeof(double) * n_threads;
        if (round > 0)
            hm_samples_add(&pace, moved / duration(streams, n_threads));
    }
    for (int i = 0; i < n_threads; i++) {
        pthread_join(threads[i], NULL);
        free(streams[i].sums);
        free(streams[i].a);
        free(streams[i].b);
    }
    pthread_barrier_destroy(&meeting);
    free(streams);
    free(threads);
    hm_samples_write(out, &pace);
}

void hm_memory(FILE* out, const Processors* at) {
    const Caches caches = hm_caches(at->first);
    hm_run_on(-1);
    fprintf(out, "{\"one\": ");
    measure(out, 1, caches.largest);
    fprintf(out, ",\n    \"all\": ");
    measure(out, at->n, caches.largest);
    fprintf(out, ",\n    \"cache\": %zu}", caches.own);
}
