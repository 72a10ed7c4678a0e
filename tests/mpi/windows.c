/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Windows: fences, exposure to some, operations behind shared locks.
 */
#include "steps.h"

enum { RANKS = 4 };
static MPI_Win g_win, g_other;
static int g_cells[RANKS], g_more[RANKS];

static void make(void) {
    before();
    MPI_Win_create(g_cells, sizeof g_cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &g_win);
    after("Win_create", everybody());
    before();
    MPI_Win_create(g_more, sizeof g_more, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &g_other);
    after("another", everybody());
}

static void put(int to) {
    static int value;
    value = 10 + g_rank;
    MPI_Put(&value, 1, MPI_INT, to, g_rank, 1, MPI_INT, g_win);
}

static void fences(void) {
    const int next = (g_rank + 1) % g_size, last = (g_rank + g_size - 1) % g_size;
    before();
    MPI_Win_fence(MPI_MODE_NOPRECEDE, g_win);
    after("a fence with nothing before it", 0);
    put(next);
    before();
    MPI_Win_fence(0, g_win);
    after("a fence", everybody());
    expect(g_cells[last], 10 + last, "what was put");
    before();
    MPI_Win_fence(0, g_other);
    after("a fence of another window", everybody());
    before();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, g_win);
    after("the last fence", everybody());
}

static MPI_Group group_of(int one, int two) {
    const int members[] = {one, two};
    MPI_Group all, some;
    MPI_Win_get_group(g_win, &all);
    MPI_Group_incl(all, 2, members, &some);
    MPI_Group_free(&all);
    return some;
}

static void access(MPI_Group targets, int assertion) {
    MPI_Win_start(targets, assertion, g_win);
    put(0);
    put(1);
    MPI_Win_complete(g_win);
}

/* Ranks 0 and 1 to ranks 2 and 3. */
static void exposure(void) {
    const int is_target = g_rank < 2;
    const unsigned targets = bit(0) | bit(1), origins = bit(2) | bit(3);
    MPI_Group others = is_target ? group_of(2, 3) : group_of(1, 0);
    before();
    if (is_target)
        MPI_Win_post(others, 0, g_win);
    else
        access(others, 0);
    after("post", is_target ? 0 : targets);
    before();
    if (is_target)
        MPI_Win_wait(g_win);
    after("what was waited for before", 0);

    if (is_target)
        MPI_Win_post(others, MPI_MODE_NOCHECK, g_win);
    MPI_Barrier(MPI_COMM_WORLD);
    before();
    if (is_target)
        MPI_Win_wait(g_win);
    else
        access(others, MPI_MODE_NOCHECK);
    after("complete", is_target ? origins : 0);

    before();
    if (is_target)
        MPI_Win_post(others, 0, g_win);
    else
        access(others, 0);
    for (int flag = !is_target; !flag;)
        MPI_Win_test(g_win, &flag);
    after("post and complete", is_target ? origins : targets);
    if (is_target)
        expect(g_cells[3], 13, "what was put");
    MPI_Group_free(&others);
}

/* Shared locks, and what is done behind them, order nothing. */
static void shared_locks(void) {
    const int one = 1, next = (g_rank + 1) % g_size;
    int was = 0, got = 0;
    MPI_Request request;
    g_cells[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    before();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, g_win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, g_win);
    MPI_Win_unlock(0, g_win);
    after("a shared lock", 0);
    before();
    MPI_Win_lock_all(0, g_win);
    MPI_Fetch_and_op(&one, &was, MPI_INT, 0, 0, MPI_SUM, g_win);
    MPI_Win_flush(0, g_win);
    MPI_Compare_and_swap(&one, &was, &got, MPI_INT, next, 3, g_win);
    MPI_Win_flush_local(next, g_win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, g_win);
    MPI_Rput(&one, 1, MPI_INT, next, 2, 1, MPI_INT, g_win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Rget(&got, 1, MPI_INT, next, 1, 1, MPI_INT, g_win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, g_win,
                        &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush_all(g_win);
    MPI_Win_sync(g_win);
    MPI_Win_unlock_all(g_win);
    after("lock_all", 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (g_rank == 0)
        expect(g_cells[0], 4 * g_size, "sum");
}

/* rank 0 has no part in it. */
static void of_others(void) {
    MPI_Comm comm;
    MPI_Win win;
    int* cells;
    MPI_Comm_split(MPI_COMM_WORLD, g_rank > 0, -g_rank, &comm);
    const unsigned members = g_rank > 0 ? everybody() & ~bit(0) : 0;
    for (int kind = 0; kind < 3; kind++) {
        before();
        if (kind == 0)
            MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &cells, &win);
        else if (kind == 1)
            MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, comm, &cells, &win);
        else
            MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
        after("of others", members);
        before();
        MPI_Win_fence(0, win);
        after("a fence of others", members);
        before();
        MPI_Win_free(&win);
        after("Win_free", members);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    make();
    fences();
    exposure();
    shared_locks();
    of_others();
    before();
    MPI_Win_free(&g_other);
    after("Win_free", everybody());
    MPI_Win_free(&g_win);
    return end();
}
