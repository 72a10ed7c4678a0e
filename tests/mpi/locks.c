/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of windows.  A rank that has locked a window reads in it which ranks have had the lock
 * before.  A rank that must know this without being ordered by it looks for a file.
 */
#include "steps.h"

#include <fcntl.h>
#include <unistd.h>

enum { RANKS = 4, TURNS = 8, MS = 1000 };
static MPI_Win g_win, g_other;
static int g_cells[TURNS + 1], g_more[1];

/* A step has begun, and nobody is still in the one before. */
static void together(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    before();
}

/*------------------------------------------------------------*/
/*--- What orders nothing                                   ---*/
/*------------------------------------------------------------*/

static const char* file_of(int rank) {
    static char name[32];
    snprintf(name, sizeof name, "step.%d.%d", g_step, rank);
    return name;
}

/* This rank has got so far in the step. */
static void show(void) {
    close(open(file_of(g_rank), O_CREAT | O_WRONLY, 0666));
}

/* Others may lock meanwhile what this one has. */
static void look_for(int rank) {
    int flag;
    while (access(file_of(rank), F_OK) != 0) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        usleep(MS);
    }
}

/*------------------------------------------------------------*/
/*--- One-sided                                             ---*/
/*------------------------------------------------------------*/

static int get(int target, int cell) {
    int value = -1;
    MPI_Get(&value, 1, MPI_INT, target, cell, 1, MPI_INT, g_win);
    MPI_Win_flush(target, g_win);
    return value;
}

static void put(int target, int cell, int value) {
    MPI_Put(&value, 1, MPI_INT, target, cell, 1, MPI_INT, g_win);
    MPI_Win_flush(target, g_win);
}

/* Others who want the lock meanwhile have to wait for it. */
static void hold(int kind, int target, int assertion) {
    MPI_Win_lock(kind, target, assertion, g_win);
    show();
    usleep(50 * MS);
    MPI_Win_unlock(target, g_win);
}

static void hold_all(int assertion) {
    MPI_Win_lock_all(assertion, g_win);
    show();
    usleep(50 * MS);
    MPI_Win_unlock_all(g_win);
}

/*------------------------------------------------------------*/
/*--- Steps                                                 ---*/
/*------------------------------------------------------------*/

/* A cell of the target has who has come before, another one how many. */
static void one_by_one(int turn) {
    const int target = turn % g_size;
    together();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, g_win);
    const int earlier = get(target, turn);
    put(target, turn, earlier | (int)bit(g_rank));
    put(target, TURNS, get(target, TURNS) + 1);
    MPI_Win_unlock(target, g_win);
    after("a lock", (unsigned)earlier);
}

static void shared(void) {
    together();
    hold(MPI_LOCK_SHARED, 1, 0);
    after("a shared lock", 0);
    together();
    if (g_rank == 0) {
        hold(MPI_LOCK_EXCLUSIVE, 1, 0);
    } else {
        look_for(0);
        hold(MPI_LOCK_SHARED, 1, 0);
    }
    after("a shared lock behind another one", g_rank == 0 ? 0 : bit(0));
    together();
    if (g_rank == 0) {
        for (int rank = 1; rank < g_size; rank++)
            look_for(rank);
        hold(MPI_LOCK_EXCLUSIVE, 1, 0);
    } else {
        hold(MPI_LOCK_SHARED, 1, 0);
    }
    after("a lock behind shared ones", g_rank == 0 ? everybody() : 0);
}

static void of_each_alone(void) {
    together();
    for (int rank = 0; rank < g_rank; rank++)
        look_for(rank);
    hold(MPI_LOCK_EXCLUSIVE, g_rank, 0);
    after("locks of several targets", 0);
    together();
    for (int rank = 0; rank < g_rank; rank++)
        look_for(rank);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, g_rank == 0 ? g_other : g_win);
    show();
    MPI_Win_unlock(0, g_rank == 0 ? g_other : g_win);
    after("a lock of another window", g_rank < 2 ? 0 : everybody() & ~bit(0) & (bit(g_rank) - 1));
}

/* Two for themselves, of one target each, and two of all. */
static void of_all(void) {
    const int is_of_all = g_rank >= 2;
    together();
    hold_all(0);
    after("lock_all", 0);
    together();
    if (is_of_all) {
        look_for(0);
        look_for(1);
        hold_all(0);
    } else {
        hold(MPI_LOCK_EXCLUSIVE, 3 * g_rank, 0);
    }
    after("lock_all behind locks", is_of_all ? bit(0) | bit(1) : 0);
    together();
    if (!is_of_all) {
        look_for(2);
        look_for(3);
    }
    if (is_of_all)
        hold_all(0);
    else
        hold(g_rank == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, g_rank, 0);
    after("locks behind lock_all", g_rank == 0 ? bit(2) | bit(3) : 0);
}

/* Nobody asks whether the lock is free. */
static void unchecked(void) {
    together();
    for (int rank = 0; rank < g_rank; rank++)
        look_for(rank);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, g_rank % 2 == 0 ? MPI_MODE_NOCHECK : 0, g_win);
    usleep(10 * MS);
    MPI_Win_unlock(0, g_win);
    show();
    after("unchecked locks", g_rank == 3 ? bit(1) : 0);
    together();
    hold_all(MPI_MODE_NOCHECK);
    after("an unchecked lock_all", 0);
}

static void atomics(void) {
    const int one = 1;
    int was;
    MPI_Win_lock_all(0, g_win);
    together();
    MPI_Fetch_and_op(&one, &was, MPI_INT, 0, TURNS, MPI_SUM, g_win);
    MPI_Win_flush_all(g_win);
    after("atomic operations", 0);
    MPI_Win_unlock_all(g_win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Win_create(g_cells, sizeof g_cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &g_win);
    MPI_Win_create(g_more, sizeof g_more, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &g_other);
    for (int turn = 0; turn < TURNS; turn++)
        one_by_one(turn);
    shared();
    of_each_alone();
    of_all();
    unchecked();
    atomics();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, g_win);
    expect(get(0, TURNS), g_size * (TURNS / RANKS + 1), "how many");
    MPI_Win_unlock(0, g_win);
    MPI_Win_free(&g_other);
    MPI_Win_free(&g_win);
    return end();
}
