/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP tasks that divide and conquer: a task copies its part, creates a task for each half, waits
 * for both and puts their results together.
 */
#include <omp.h>

#include "tests/programs/plans/memory.h"

#ifndef DEPTH
#define DEPTH 3
#define THREADS 4
#endif

static unsigned char* solve(int depth, size_t size) {
    unsigned char* own = worked(size, 1);
    if (depth == 0)
        return own;
    unsigned char *first = NULL, *second = NULL;
#pragma omp task shared(first)
    first = solve(depth - 1, size / 2);
#pragma omp task shared(second)
    second = solve(depth - 1, size / 2 - size / 8);
#pragma omp taskwait
    unsigned char* result = worked(size / 2, 1);
    free(own);
    free(first);
    free(second);
    return result;
}

int main(void) {
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    free(solve(DEPTH, 100000));
    return 0;
}
