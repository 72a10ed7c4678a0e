/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that share the work on arrays evenly, each on its own part.
 *
 *    arrays triad|gather|matrix [THREADS [ROUNDS [ELEMENTS]]]
 *
 * triad: adds two arrays and writes a third one, as STREAM does.  gather: adds elements that lie
 * anywhere.  matrix: the product of two square matrices, ELEMENTS rows each.  With the usual
 * numbers of elements, triad's arrays (192 MB) and gather's (64 MB) fit into no cache, and the
 * matrices do.
 */
#include "bench.h"

#include <pthread.h>
#include <string.h>

enum { MOST_THREADS = 64 };

/* All threads share this. */
typedef struct {
    uint64_t rounds, elements;
    double *a, *b, *c;
} Arrays;

typedef struct {
    Arrays* arrays;
    uint64_t first, last;
} Part;

static double* new_array(uint64_t elements) {
    double* array = malloc(elements * sizeof *array);
    bench_need(array != NULL, "no memory");
    for (uint64_t i = 0; i < elements; i++)
        array[i] = (double)(i % 17);
    return array;
}

static void* triad(void* argument) {
    const Part* part = argument;
    const Arrays* arrays = part->arrays;
    for (uint64_t round = 0; round < arrays->rounds; round++)
        for (uint64_t i = part->first; i < part->last; i++)
            arrays->a[i] = arrays->b[i] + 3 * arrays->c[i];
    return NULL;
}

/* Each element is read once in a round, because the multiplier is odd and the number of elements a
   power of two. */
static void* gather(void* argument) {
    const Part* part = argument;
    const Arrays* arrays = part->arrays;
    double sum = 0;
    for (uint64_t round = 0; round < arrays->rounds; round++)
        for (uint64_t i = part->first; i < part->last; i++)
            sum += arrays->a[i * 0x9e3779b97f4a7c15ULL & (arrays->elements - 1)];
    arrays->b[part->first] = sum;
    return NULL;
}

static void* matrix(void* argument) {
    const Part* part = argument;
    const Arrays* arrays = part->arrays;
    const uint64_t n = arrays->elements;
    for (uint64_t round = 0; round < arrays->rounds; round++)
        for (uint64_t i = part->first; i < part->last; i++)
            for (uint64_t k = 0; k < n; k++)
                for (uint64_t j = 0; j < n; j++)
                    arrays->a[i * n + j] += arrays->b[i * n + k] * arrays->c[k * n + j];
    return NULL;
}

typedef struct {
    const char* name;
    void* (*run)(void*);
    uint64_t rounds, elements; /* the usual ones */
    int dimensions;
} Way;

static const Way ways[] = {
    {"triad", triad, 20, 8000000, 1},
    {"gather", gather, 5, 1 << 23, 1},
    {"matrix", matrix, 4, 300, 2},
};

int main(int argc, char** argv) {
    const Way* way = ways;
    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            way = &ways[i];
    const uint64_t n_threads = bench_argument(argc, argv, 2, 2);
    bench_need(n_threads > 0 && n_threads <= MOST_THREADS, "1 to 64 threads");
    Arrays arrays = {.rounds = bench_argument(argc, argv, 3, way->rounds),
                     .elements = bench_argument(argc, argv, 4, way->elements)};
    const uint64_t all = way->dimensions == 2 ? arrays.elements * arrays.elements : arrays.elements;
    arrays.a = new_array(all);
    arrays.b = new_array(all);
    arrays.c = new_array(all);
    pthread_t threads[MOST_THREADS];
    Part parts[MOST_THREADS];
    for (uint64_t i = 0; i < n_threads; i++) {
        parts[i] =
            (Part){&arrays, arrays.elements * i / n_threads, arrays.elements * (i + 1) / n_threads};
        bench_need(pthread_create(&threads[i], NULL, way->run, &parts[i]) == 0, "no thread");
    }
    for (uint64_t i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
