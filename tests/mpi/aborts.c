/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds, then rank 1 ends the job: by itself, or in what its library calls when it finds an error.
 * The others wait for it.
 *
 * usage: aborts call|handler
 */
#include "steps.h"
#include <string.h>

enum { CODE = 7, ROUNDS = 10 };

static void give_up(void) {
    HPCMP_MARK("gives up");
    MPI_Abort(MPI_COMM_WORLD, CODE);
    HPCMP_MARK("goes on");
}

static void on_error(MPI_Comm* comm, int* error, ...) {
    (void)comm, (void)error;
    give_up();
}

static void fail(void) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Send(&g_rank, 1, MPI_INT, g_size, 0, MPI_COMM_WORLD); /* there is no such rank */
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int i = 0; i < ROUNDS; i++) {
        int sum = 0;
        MPI_Allreduce(&g_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        expect(sum, g_size * (g_size - 1) / 2, "sum");
    }
    if (g_rank == 1 && strcmp(argv[1], "call") == 0)
        give_up();
    else if (g_rank == 1)
        fail();
    MPI_Barrier(MPI_COMM_WORLD);
    return end();
}
