/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators of groups of a session's, without MPI_Init: of all ranks, of halves, of two of
 * them, and between the halves.
 */
#include "steps.h"

static MPI_Group g_world, g_own, g_other;
static MPI_Comm g_all;

static unsigned half(int is_odd) {
    unsigned ranks = 0;
    for (int i = is_odd; i < g_size; i += 2)
        ranks |= bit(i);
    return ranks;
}

static MPI_Comm made_of(MPI_Group group, const char* name) {
    MPI_Comm comm;
    MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    return comm;
}

static void all(void) {
    int sum = 0;
    g_all = made_of(g_world, "all");
    before();
    MPI_Allreduce(&g_rank, &sum, 1, MPI_INT, MPI_SUM, g_all);
    after("Allreduce of all", everybody());
    expect(sum, g_size * (g_size - 1) / 2, "sum");
}

/* The same group makes several, by the same name and another one. */
static void halves(void) {
    static const char* const names[] = {"half", "half", "other half"};
    MPI_Comm comms[3];
    for (int i = 0; i < 3; i++) {
        before();
        comms[i] = made_of(g_own, names[i]);
        after("Comm_create_from_group", half(g_rank % 2));
    }
    for (int i = 2; i >= 0; i--) {
        int root = g_rank;
        before();
        MPI_Bcast(&root, 1, MPI_INT, 0, comms[i]);
        after("Bcast of a half", g_rank < 2 ? 0 : bit(g_rank % 2));
        expect(root, g_rank % 2, "root");
        MPI_Comm_free(&comms[i]);
    }
}

static void between(void) {
    MPI_Comm comm, copy;
    int sum = 0;
    before();
    MPI_Intercomm_create_from_groups(g_own, 0, g_other, 0, "between", MPI_INFO_NULL,
                                     MPI_ERRORS_ARE_FATAL, &comm);
    after("Intercomm_create_from_groups", half(!(g_rank % 2)));
    MPI_Comm_dup(comm, &copy);
    before();
    MPI_Allreduce(&g_rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    after("Allreduce between", half(!(g_rank % 2)));
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
}

/* By what a session's communicators are given to. */
static void made_of_all(void) {
    MPI_Comm half_of_all, other;
    before();
    MPI_Comm_split(g_all, g_rank % 2, -g_rank, &half_of_all);
    after("Comm_split", everybody());
    before();
    MPI_Intercomm_create(half_of_all, 0, g_all, g_rank % 2 ? g_size - 2 : g_size - 1, 5, &other);
    after("Intercomm_create", everybody());
    before();
    MPI_Barrier(half_of_all);
    after("Barrier", half(g_rank % 2));
    MPI_Comm_free(&other);
    MPI_Comm_free(&half_of_all);
}

int main(void) {
    MPI_Session session, more;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &more);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_finalize(&more);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &g_world);
    MPI_Group_rank(g_world, &g_rank);
    MPI_Group_size(g_world, &g_size);
    int odd[] = {1, g_size - 1, 2}, even[] = {0, g_size - 1, 2};
    MPI_Group_range_incl(g_world, 1, g_rank % 2 ? &odd : &even, &g_own);
    MPI_Group_range_incl(g_world, 1, g_rank % 2 ? &even : &odd, &g_other);
    all();
    halves();
    between();
    made_of_all();
    MPI_Comm_free(&g_all);
    MPI_Group_free(&g_own);
    MPI_Group_free(&g_other);
    MPI_Group_free(&g_world);
    printf("rank %d of %d: %d steps\n", g_rank, g_size, g_step);
    fflush(stdout);
    return MPI_Session_finalize(&session);
}
