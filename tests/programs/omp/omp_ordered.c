/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loops with ordered regions, and loops whose iterations wait for others.
 */
#include "omp_meet.h"

enum { THREADS = 4, ROWS = 4, COLUMNS = 3 };

static Meeting begun;

static void ordered_regions(void) {
#pragma omp parallel for num_threads(THREADS) ordered schedule(static, 1)
    for (int i = 0; i < THREADS; i++) {
        meet(&begun, THREADS);
        share();
        mark_number("before", i);
#pragma omp ordered
        mark_number("ordered", i);
        share();
        mark_number("after", i);
    }
}

/* Two loops in one region: the second does not wait for the first. */
static void two_loops(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for ordered schedule(static) nowait
        for (unsigned long long i = 0; i < 4; i++) {
#pragma omp ordered
            mark_number("first", (int)i);
        }
#pragma omp for ordered schedule(dynamic)
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            mark_number("second", i);
        }
    }
}

/* Each cell after the ones above and to the left of it. */
static void wavefront(void) {
#pragma omp parallel for num_threads(THREADS) ordered(2) schedule(static, 1)
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
#pragma omp ordered depend(sink : row - 1, column) depend(sink : row, column - 1)
            share();
            mark_number("cell", row * COLUMNS + column);
#pragma omp ordered depend(source)
        }
}

/* More nested loops than a compiler passes in registers, or a wrapper might expect.
 * Each row after the one above it, column by column. */
static void many_loops(void) {
#define ONCE(i) for (int i = 0; i < 1; i++)
#pragma omp parallel for num_threads(3) ordered(13) schedule(static, 1)
    /* clang-format off */
    for (int a = 0; a < 3; a++)
        ONCE(b) ONCE(c) ONCE(d) ONCE(e) ONCE(f) ONCE(g) ONCE(h) ONCE(i) ONCE(j) ONCE(k)
        for (int l = 0; l < 2; l++)
            for (int m = 0; m < 2; m++) {
            /* clang-format on */
#pragma omp ordered depend(sink : a - 1, b, c, d, e, f, g, h, i, j, k, l, m)
            mark_number("nested", 4 * a + 2 * l + m);
#pragma omp ordered depend(source)
        }
}

int main(void) {
    start_runtime();
    HPCMP_MARK("regions");
    ordered_regions();
    HPCMP_MARK("loops");
    two_loops();
    HPCMP_MARK("wavefront");
    wavefront();
    HPCMP_MARK("many loops");
    many_loops();
    HPCMP_MARK("end");
    return 0;
}
