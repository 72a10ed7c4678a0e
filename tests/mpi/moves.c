/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One-sided operations in two windows, of which one has the ranks the other way round.  The program
 * says what each has moved between this rank and others: "FROM TO BYTES OPERATIONS".
 */
#include <mpi.h>
#include <stdio.h>

enum { RANKS = 2, CELLS = 64, TURNS = 7 };

static int g_rank, g_target; /* in the world */
static long g_bytes[2][RANKS], g_operations[2][RANKS];
static int g_cells[CELLS], g_own[CELLS], g_got[CELLS];

/* Counts so many ints that move to the target, and from it. */
static void moved(int to, int from) {
    const int ints[] = {to, from};
    for (int i = 0; i < 2; i++) {
        g_bytes[i][g_target] += (long)sizeof(int) * ints[i];
        g_operations[i][g_target] += ints[i] > 0;
    }
}

static void put_and_get(MPI_Win win, int target, int n) {
    MPI_Datatype pairs;
    MPI_Request requests[3];
    MPI_Type_contiguous(2, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Put(g_own, n, MPI_INT, target, 0, n, MPI_INT, win);
    moved(n, 0);
    MPI_Put(g_own, n, pairs, target, 0, 2 * n, MPI_INT, win);
    moved(2 * n, 0);
    MPI_Get(g_got, n, MPI_INT, target, 0, n, MPI_INT, win);
    moved(0, n);
    MPI_Put(g_own, 0, MPI_INT, target, 0, 0, MPI_INT, win);
    MPI_Put(g_own, n, MPI_INT, MPI_PROC_NULL, 0, n, MPI_INT, win);
    MPI_Rput(g_own, n, MPI_INT, target, 0, n, MPI_INT, win, &requests[0]);
    moved(n, 0);
    MPI_Rget(g_got, n, MPI_INT, target, 0, n, MPI_INT, win, &requests[1]);
    moved(0, n);
    MPI_Raccumulate(g_own, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win, &requests[2]);
    moved(n, 0);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&pairs);
}

static void atomics(MPI_Win win, int target, int n) {
    MPI_Accumulate(g_own, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win);
    moved(n, 0);
    MPI_Get_accumulate(g_own, n, MPI_INT, g_got, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win);
    moved(n, n);
    MPI_Get_accumulate(g_own, n, MPI_INT, g_got, n, MPI_INT, target, 0, n, MPI_INT, MPI_NO_OP, win);
    moved(0, n);
    MPI_Fetch_and_op(g_own, g_got, MPI_INT, target, 0, MPI_SUM, win);
    moved(1, 1);
    MPI_Fetch_and_op(g_own, g_got, MPI_INT, target, 0, MPI_NO_OP, win);
    moved(0, 1);
    MPI_Compare_and_swap(g_own, g_cells, g_got, MPI_INT, target, 0, win);
    moved(2, 1);
}

static void atomics_with_requests(MPI_Win win, int target, int n) {
    MPI_Request requests[2];
    MPI_Rget_accumulate(g_own, n, MPI_INT, g_got, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win,
                        &requests[0]);
    moved(n, n);
    MPI_Rget_accumulate(g_own, n, MPI_INT, g_got, n, MPI_INT, target, 0, n, MPI_INT, MPI_NO_OP, win,
                        &requests[1]);
    moved(0, n);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void large_counts(MPI_Win win, int target, int n) {
#if MPI_VERSION >= 4
    MPI_Put_c(g_own, n, MPI_INT, target, 0, n, MPI_INT, win);
    moved(n, 0);
    MPI_Get_c(g_got, n, MPI_INT, target, 0, n, MPI_INT, win);
    moved(0, n);
    MPI_Get_accumulate_c(g_own, n, MPI_INT, g_got, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win);
    moved(n, n);
    MPI_Request request;
    MPI_Rget_accumulate_c(g_own, n, MPI_INT, g_got, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win,
                          &request);
    moved(n, n);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
    (void)win, (void)target, (void)n;
#endif
}

/* ranks[i]: which one of the world has rank i in the window. */
static void in_window(MPI_Comm comm, const int* ranks) {
    MPI_Win win;
    MPI_Win_create(g_cells, sizeof g_cells, sizeof(int), MPI_INFO_NULL, comm, &win);
    for (int turn = 0; turn < TURNS; turn++) {
        const int target = turn % RANKS, n = 1 + g_rank + turn;
        g_target = ranks[target];
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        put_and_get(win, target, n);
        atomics(win, target, n);
        atomics_with_requests(win, target, n);
        large_counts(win, target, n);
        MPI_Win_unlock(target, win);
    }
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    const int forward[RANKS] = {0, 1}, backward[RANKS] = {1, 0};
    MPI_Comm reversed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -g_rank, &reversed);
    in_window(MPI_COMM_WORLD, forward);
    in_window(reversed, backward);
    for (int other = 0; other < RANKS; other++) {
        printf("%d %d %ld %ld\n", g_rank, other, g_bytes[0][other], g_operations[0][other]);
        printf("%d %d %ld %ld\n", other, g_rank, g_bytes[1][other], g_operations[1][other]);
    }
    return MPI_Finalize();
}
