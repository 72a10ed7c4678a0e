/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Steps, as steps.h, of two worlds that have a communicator between them.  Ranks are told as bits:
 * those of the first world, and from bit 8 on those of the second one.
 */
#ifndef TWO_WORLDS_H
#define TWO_WORLDS_H

#include "steps.h"

enum { SECOND = 8 };

static MPI_Comm g_between;
static int g_is_second, g_n_first, g_n_second;

static unsigned first_world(void) {
    return bit(g_n_first) - 1;
}

static unsigned second_world(void) {
    return (bit(g_n_second) - 1) << SECOND;
}

static unsigned other_world(void) {
    return g_is_second ? first_world() : second_world();
}

static unsigned of_second(int rank) {
    return bit(SECOND + rank);
}

static unsigned own_bit(void) {
    return g_is_second ? of_second(g_rank) : bit(g_rank);
}

/* Whether this rank is that one. */
static int is(int is_second, int rank) {
    return g_is_second == is_second && g_rank == rank;
}

static void worlds_are(int is_second, MPI_Comm between) {
    char text[32];
    g_between = between;
    g_is_second = is_second;
    MPI_Comm_size(MPI_COMM_WORLD, is_second ? &g_n_second : &g_n_first);
    MPI_Comm_remote_size(between, is_second ? &g_n_first : &g_n_second);
    snprintf(text, sizeof text, "is bit %#x", own_bit());
    HPCMP_MARK(text);
}

/* As after(), which knows one world. */
static void done(const char* what, unsigned ranks) {
    char text[256];
    snprintf(text, sizeof text, "after %d: %#x %s", g_step, ranks & ~own_bit(), what);
    HPCMP_MARK(text);
}

static void messages(void) {
    int value = g_rank;
    before();
    if (is(1, 1))
        MPI_Recv(&value, 1, MPI_INT, 0, 3, g_between, MPI_STATUS_IGNORE);
    if (is(0, 0)) {
        value = 42;
        MPI_Send(&value, 1, MPI_INT, 1, 3, g_between);
    }
    done("message to the second", is(1, 1) ? bit(0) : 0);
    if (is(1, 1))
        expect(value, 42, "value");
    MPI_Barrier(g_between);
    before();
    if (is(1, 0))
        MPI_Send(&value, 1, MPI_INT, 1, 4, g_between);
    if (is(0, 1))
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 4, g_between, MPI_STATUS_IGNORE);
    done("message to the first", is(0, 1) ? of_second(0) : 0);
    MPI_Barrier(g_between);
}

static void rounds(void) {
    const int root_of_first = g_rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    int value = g_rank, sum = 0;
    before();
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, g_between);
    done("Allreduce between", other_world());
    MPI_Barrier(g_between);
    before();
    MPI_Bcast(&value, 1, MPI_INT, g_is_second ? 0 : root_of_first, g_between);
    done("Bcast between", g_is_second ? bit(0) : 0);
}

/* Each rank with the one that has its number in the other world: no rank 0 is of one world for all
 * of them. */
static void split(MPI_Comm all) {
    MPI_Comm half;
    int rank;
    MPI_Comm_rank(all, &rank);
    MPI_Comm_split(all, g_rank, -rank, &half);
    before();
    MPI_Barrier(half);
    done("Barrier of a half", bit(g_rank) | of_second(g_rank));
    MPI_Comm_free(&half);
}

/* The worlds' ranks 0, twice, which only they know of. */
static void some(MPI_Comm all) {
    const int ranks[2] = {0, g_n_first};
    MPI_Group everyone, two;
    MPI_Comm_group(all, &everyone);
    MPI_Group_incl(everyone, 2, ranks, &two);
    for (int i = 0; i < 2; i++) {
        MPI_Comm made;
        int value = i;
        before();
        if (g_rank == 0)
            MPI_Comm_create_group(all, two, 6, &made);
        done("Comm_create_group", g_rank == 0 ? bit(0) | of_second(0) : 0);
        before();
        if (g_rank == 0) {
            MPI_Bcast(&value, 1, MPI_INT, 1, made);
            MPI_Comm_free(&made);
        }
        done("Bcast of a group", is(0, 0) ? of_second(0) : 0);
        MPI_Barrier(all);
    }
    MPI_Group_free(&two);
    MPI_Group_free(&everyone);
}

/* Between the worlds, whose leaders know each other by a communicator of both. */
static void led(MPI_Comm all) {
    MPI_Comm between;
    int sum = 0;
    before();
    MPI_Intercomm_create(MPI_COMM_WORLD, 0, all, g_is_second ? 0 : g_n_first, 8, &between);
    done("Intercomm_create", first_world() | second_world());
    before();
    MPI_Allreduce(&g_rank, &sum, 1, MPI_INT, MPI_SUM, between);
    done("Allreduce of led groups", other_world());
    MPI_Barrier(all);
    MPI_Comm_free(&between);
}

static void window_of_both(MPI_Comm all) {
    static int cell;
    MPI_Win window;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, all, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&g_rank, 1, MPI_INT, g_is_second ? 0 : g_n_first, 0, 1, MPI_INT, window);
    before();
    MPI_Win_fence(0, window);
    done("fence of both", first_world() | second_world());
    MPI_Win_free(&window);
}

static void merged(void) {
    MPI_Comm all, copy;
    int sum = 0;
    MPI_Intercomm_merge(g_between, g_is_second, &all);
    before();
    MPI_Barrier(all);
    done("Barrier of both", first_world() | second_world());
    MPI_Comm_dup(all, &copy);
    before();
    MPI_Bcast(&sum, 1, MPI_INT, g_n_first, copy);
    done("Bcast of a copy", is(1, 0) ? 0 : of_second(0));
    MPI_Barrier(all);
    split(all);
    some(all);
    led(all);
    window_of_both(all);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&all);
}

/* Each world has its own, which both call the same if nobody has spawned them. */
static void windows(void) {
    static int cell;
    MPI_Win window;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Barrier(g_between);
    before();
    for (int who = 0; who < g_size; who++) {
        if (g_rank == who) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
            MPI_Win_unlock(0, window);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    done("locks of windows", g_is_second ? second_world() : first_world());
    MPI_Win_free(&window);
}

static void use_all(void) {
    messages();
    rounds();
    merged();
    windows();
}

#endif
