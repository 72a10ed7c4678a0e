/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP loops: each iteration works in a large buffer and leaves a small result.  Behind each
 * loop, one thread puts the results together.
 */
#include <omp.h>

#include "tests/programs/plans/memory.h"

#ifndef LOOPS
#define LOOPS 3
#define ITERATIONS 12
#define THREADS 4
#endif

enum { RESULT = 4000 };

static unsigned char* map(int loop, int iteration) {
    const size_t size = (size_t)(1 + (loop * 5 + iteration * 3) % 8) * 6000;
    unsigned char* buffer = worked(size, 2);
    unsigned char* result = worked(RESULT, 1);
    work_on(buffer, size);
    free(buffer);
    return result;
}

int main(void) {
    unsigned char* results[ITERATIONS];
#pragma omp parallel num_threads(THREADS)
    for (int loop = 0; loop < LOOPS; loop++) {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < ITERATIONS; i++)
            results[i] = map(loop, i);
#pragma omp single
        for (int i = 0; i < ITERATIONS; i++) {
            work_on(results[i], RESULT);
            free(results[i]);
        }
    }
    return 0;
}
