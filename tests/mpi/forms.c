/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Forms of programs, one after the other, whose work and span are known: all that they do besides
 * messages is a loop of two instructions an iteration, WORK times so many as the form says.
 *
 * usage: forms TURNS WORK
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG = 1, NO_ITEM = -1 };

static int g_rank, g_size, g_turns;
static long g_work;

static void work(long times) {
    long n = times * g_work;
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n) : : "cc");
}

static int receive(int from) {
    int item;
    MPI_Recv(&item, 1, MPI_INT, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return item;
}

static void send(int item, int to) {
    MPI_Send(&item, 1, MPI_INT, to, TAG, MPI_COMM_WORLD);
}

/* A rank works while it has the token. */
static void ring(void) {
    for (int turn = 0; turn < g_turns; turn++) {
        if (g_rank > 0 || turn > 0)
            receive((g_rank + g_size - 1) % g_size);
        work(1);
        if (g_rank + 1 < g_size || turn + 1 < g_turns)
            send(turn, (g_rank + 1) % g_size);
    }
}

/* All work, and tell their neighbours on a line; one works three times as much: the one
 * whose turn it is, if the load moves. */
static void neighbours(int moves) {
    for (int turn = 0; turn < g_turns; turn++) {
        work(moves && turn % g_size == g_rank ? 3 : 1);
        for (int side = -1; side <= 1; side += 2) {
            const int to = g_rank + side, from = g_rank - side;
            int there;
            MPI_Sendrecv(&turn, 1, MPI_INT, to < 0 || to == g_size ? MPI_PROC_NULL : to, TAG,
                         &there, 1, MPI_INT, from < 0 || from == g_size ? MPI_PROC_NULL : from, TAG,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

static void stencil(void) {
    neighbours(0);
}

static void moving(void) {
    neighbours(1);
}

static void pipeline(void) {
    for (int item = 0; item < g_turns; item++) {
        if (g_rank > 0)
            receive(g_rank - 1);
        work(1);
        if (g_rank + 1 < g_size)
            send(item, g_rank + 1);
    }
}

static void deal(int item, int to) {
    send(item < g_turns ? item : NO_ITEM, to);
}

/* Ranks in pairs: the second one works before it asks, the first one afterwards. */
static void late_receivers(void) {
    for (int turn = 0; turn < g_turns; turn++)
        if (g_rank % 2 == 0) {
            MPI_Ssend(&turn, 1, MPI_INT, g_rank + 1, TAG, MPI_COMM_WORLD);
            work(1);
        } else {
            work(1);
            receive(g_rank - 1);
        }
}

/* A rank that has done an item gets the next one.  Writes down these ranks in their order. */
static void master(void) {
    FILE* deals = fopen("deals", "w");
    int item = 0;
    while (item < g_size - 1) {
        item++;
        deal(item - 1, item);
    }
    for (int done = 0; done < g_turns; done++) {
        MPI_Status status;
        int result;
        MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        fprintf(deals, "%d\n", status.MPI_SOURCE);
        deal(item++, status.MPI_SOURCE);
    }
    fclose(deals);
}

static void worker(void) {
    for (int item; (item = receive(0)) != NO_ITEM; send(item, 0))
        work(1 + item * 5 % 7);
}

static void workers(void) {
    if (g_rank == 0)
        master();
    else
        worker();
}

static void (*const g_forms[])(void) = {ring, stencil, moving, pipeline, late_receivers, workers};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    g_turns = atoi(argv[1]);
    g_work = atol(argv[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < sizeof g_forms / sizeof *g_forms; i++) {
        g_forms[i]();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
