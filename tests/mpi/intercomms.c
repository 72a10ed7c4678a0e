/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators between groups, and others that not all ranks of their parent make, or that are
 * made while the program goes on.  Ranks of the two groups are the other way round than in the
 * world.
 */
#include "steps.h"

static MPI_Comm g_own, g_between;
static int g_own_rank, g_other_size, g_is_odd;

/* Ranks in the world. */
static int in_world(int is_odd, int rank) {
    const int size = is_odd ? g_size / 2 : (g_size + 1) / 2;
    return 2 * (size - 1 - rank) + is_odd;
}

static unsigned group(int is_odd) {
    unsigned ranks = 0;
    for (int i = is_odd; i < g_size; i += 2)
        ranks |= bit(i);
    return ranks;
}

static void make(void) {
    g_is_odd = g_rank % 2;
    before();
    MPI_Comm_split(MPI_COMM_WORLD, g_is_odd, -g_rank, &g_own);
    after("Comm_split", everybody());
    MPI_Comm_rank(g_own, &g_own_rank);
    before();
    MPI_Intercomm_create(g_own, 0, MPI_COMM_WORLD, in_world(!g_is_odd, 0), 7, &g_between);
    after("Intercomm_create", everybody());
    MPI_Comm_remote_size(g_between, &g_other_size);
}

/* Both groups send at once by the same numbers. */
static void exchange(MPI_Comm comm, const char* what) {
    const int peer = g_own_rank;
    int sent = 100 + g_rank, taken = 0;
    before();
    if (peer >= g_other_size) {
        after(what, 0);
        return;
    }
    MPI_Sendrecv(&sent, 1, MPI_INT, peer, 3, &taken, 1, MPI_INT, peer, 3, comm, MPI_STATUS_IGNORE);
    after(what, bit(in_world(!g_is_odd, peer)));
    expect(taken, 100 + in_world(!g_is_odd, peer), what);
}

/* From all even ranks to the odd one that has rank 0. */
static void to_one(void) {
    int taken = 0;
    MPI_Request request;
    before();
    if (!g_is_odd) {
        MPI_Isend(&g_rank, 1, MPI_INT, 0, 4, g_between, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (g_own_rank == 0) {
        for (int i = 0; i < g_other_size; i++) {
            MPI_Irecv(&taken, 1, MPI_INT, MPI_ANY_SOURCE, 4, g_between, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
    after("from any source", g_is_odd && g_own_rank == 0 ? group(0) : 0);
}

static void all_of_both(void) {
    int sent[64] = {1}, taken[64];
    MPI_Request request;
    before();
    MPI_Barrier(g_between);
    after("Barrier", group(!g_is_odd));
    before();
    MPI_Allreduce(sent, taken, 1, MPI_INT, MPI_SUM, g_between);
    after("Allreduce", group(!g_is_odd));
    expect(taken[0], g_other_size, "sum");
    before();
    MPI_Allgather(sent, 1, MPI_INT, taken, 1, MPI_INT, g_between);
    after("Allgather", group(!g_is_odd));
    before();
    MPI_Ibarrier(g_between, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    after("Ibarrier", group(!g_is_odd));
}

/* The root, in the group of odd or of even ranks. */
static int root(int is_odd, int rank) {
    if (g_is_odd != is_odd)
        return rank;
    return rank == g_own_rank ? MPI_ROOT : MPI_PROC_NULL;
}

static void rooted(int is_odd, int rank) {
    int sent[64] = {g_rank}, taken[64] = {0}, value = g_rank;
    const int who = in_world(is_odd, rank), here = root(is_odd, rank);
    const unsigned from = g_is_odd != is_odd ? bit(who) : 0;
    const unsigned to = here == MPI_ROOT ? group(!is_odd) : 0;
    before();
    MPI_Bcast(&value, 1, MPI_INT, here, g_between);
    after("Bcast", from);
    expect(value, g_is_odd != is_odd ? who : g_rank, "Bcast");
    before();
    MPI_Scatter(sent, 1, MPI_INT, taken, 1, MPI_INT, here, g_between);
    after("Scatter", from);
    before();
    MPI_Gather(sent, 1, MPI_INT, taken, 1, MPI_INT, here, g_between);
    after("Gather", to);
    before();
    MPI_Reduce(sent, taken, 1, MPI_INT, MPI_MAX, here, g_between);
    after("Reduce", to);
}

static void made_of_it(void) {
    MPI_Comm comm;
    before();
    MPI_Comm_dup(g_between, &comm);
    after("Comm_dup", group(!g_is_odd));
    exchange(comm, "of a duplicate");
    MPI_Comm_free(&comm);

    const int is_low = g_rank < 2;
    before();
    MPI_Comm_split(g_between, is_low, g_rank, &comm);
    after("Comm_split of groups", group(!g_is_odd));
    before();
    MPI_Barrier(comm);
    after("in a part", group(!g_is_odd) & (is_low ? 3 : ~3U));
    MPI_Comm_free(&comm);

    for (int is_high = 0; is_high < 2; is_high++) {
        before();
        MPI_Intercomm_merge(g_between, g_is_odd ? is_high : !is_high, &comm);
        after("Intercomm_merge", group(!g_is_odd));
        before();
        MPI_Barrier(comm);
        after("in a merged one", everybody());
        MPI_Comm_free(&comm);
    }
}

/* Makes communicators of ranks 0, 1 and 3, twice with one tag and once with another. */
static void of_a_group(void) {
    static const int members[] = {0, 1, 3};
    const unsigned set = bit(0) | bit(1) | bit(3);
    const int is_member = (bit(g_rank) & set) != 0;
    MPI_Group world, some;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, members, &some);
    for (int i = 0; i < 3; i++) {
        before();
        if (is_member)
            MPI_Comm_create_group(MPI_COMM_WORLD, some, i == 2 ? 5 : 4, &comm);
        after("Comm_create_group", is_member ? set : 0);
        before();
        if (is_member)
            MPI_Barrier(comm);
        after("in a group", is_member ? set : 0);
    }
    MPI_Group_free(&world);
    MPI_Group_free(&some);
}

/* It has its name from before the barrier.  Open MPI 4.1 hangs if another is made meanwhile. */
static void while_it_goes_on(void) {
    MPI_Comm comm, other;
    MPI_Request request;
    int value = g_rank;
    before();
    MPI_Comm_idup(g_own, &comm, &request);
    MPI_Barrier(g_own);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    after("Comm_idup", group(g_is_odd));
    before();
    MPI_Comm_dup(g_own, &other);
    after("Comm_dup", group(g_is_odd));
    before();
    MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    after("in a duplicate", g_own_rank == 0 ? 0 : bit(in_world(g_is_odd, 0)));
    before();
    MPI_Bcast(&value, 1, MPI_INT, 1, other);
    after("in another", g_own_rank == 1 ? 0 : bit(in_world(g_is_odd, 1)));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    make();
    exchange(g_between, "Sendrecv");
    to_one();
    all_of_both();
    rooted(0, 1);
    rooted(1, 0);
    made_of_it();
    of_a_group();
    while_it_goes_on();
    MPI_Comm_disconnect(&g_between);
    return end();
}
