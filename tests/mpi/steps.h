/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program in steps.  Each rank's calls between before() and after() may order ranks; after()
 * says which ranks this one comes after because of them: a set of bits by rank in the world.  Both
 * are marks in the trace, where mpi-order.test compares the set with the order.
 */
#ifndef STEPS_H
#define STEPS_H

#include "hpcmp/client/hpcmp.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Programs that are joined into one (jobs.joined) share these. g_n_joined of them have not ended.
 */
__attribute__((weak)) int g_rank, g_size, g_step, g_n_joined;

static unsigned bit(int rank) {
    return 1U << rank;
}

static inline unsigned everybody(void) {
    return bit(g_size) - 1;
}

static void before(void) {
    char text[32];
    snprintf(text, sizeof text, "before %d", ++g_step);
    HPCMP_MARK(text);
}

static void after(const char* what, unsigned ranks) {
    char text[256];
    snprintf(text, sizeof text, "after %d: %#x %s", g_step, ranks & ~bit(g_rank), what);
    HPCMP_MARK(text);
}

/* Ends the program if a message has not brought the right value. */
static void expect(int is, int should_be, const char* what) {
    if (is != should_be) {
        printf("rank %d, step %d: %s is %d, not %d\n", g_rank, g_step, what, is, should_be);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static inline void begin(int* argc, char*** argv) {
    int is_joined;
    MPI_Initialized(&is_joined);
    if (!is_joined)
        MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
}

static inline int end(void) {
    if (--g_n_joined > 0)
        return 0;
    printf("rank %d of %d: %d steps\n", g_rank, g_size, g_step);
    return MPI_Finalize();
}

#endif
