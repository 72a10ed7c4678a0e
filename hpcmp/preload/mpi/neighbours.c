/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Exchange of data with neighbours in a topology: a rank comes after those that it has data from.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

enum { FEW = 128 }; /* on the stack; more are where the tool has room */

static void count(Word comm, int topology, HpMpiNeighbours* who) {
    int n = 0;
    if (topology == hp_mpi.cart) {
        hp_mpi.dimensions(comm, &n);
        who->n_from = who->n_to = 2 * n;
    } else if (topology == hp_mpi.graph) {
        int rank = 0;
        hp_mpi.rank(comm, &rank);
        hp_mpi.graph_count(comm, rank, &n);
        who->n_from = who->n_to = n;
    } else if (topology >= 0) {
        hp_mpi.dist_count(comm, &who->n_from, &who->n_to, &n);
    }
}

/* In the first two kinds of topologies, a rank has data from the same ranks that it has data
 * for. */
static void list(Word comm, int topology, HpMpiNeighbours* who, int* ranks) {
    who->from = who->to = ranks;
    if (topology == hp_mpi.cart) {
        for (int i = 0; i < who->n_to / 2; i++)
            hp_mpi.shift(comm, i, 1, &ranks[2 * i], &ranks[2 * i + 1]);
    } else if (topology == hp_mpi.graph) {
        int rank = 0;
        hp_mpi.rank(comm, &rank);
        hp_mpi.graph_neighbours(comm, rank, who->n_to, ranks);
    } else if (topology >= 0) {
        int* const to = ranks + who->n_from;
        int* const weights = to + who->n_to;
        who->to = to;
        hp_mpi.dist_neighbours(comm, who->n_from, ranks, weights, who->n_to, to,
                               weights + who->n_from);
    }
}

/* The neighbours are put into `few` if it has room for so many, else into memory of the tool. */
static HpMpiNeighbours neighbours(Word comm, int* few, unsigned long room) {
    HpMpiNeighbours who = {0, 0, 0, 0};
    int topology = -1;
    hp_mpi.topology(comm, &topology);
    count(comm, topology, &who);
    const unsigned long n = 2 * ((unsigned long)who.n_from + (unsigned long)who.n_to);
    int* const ranks = n <= room ? few : (int*)ASK_MPI(ROOM, n * sizeof *ranks, 0, 0, 0);
    list(comm, topology, &who, ranks);
    return who;
}

HpMpiNeighbours hp_mpi_neighbours(Word comm) {
    return neighbours(hp_mpi_passed(comm), 0, 0);
}

static Operation exchange(Word passed) {
    const Word comm = hp_mpi_passed(passed);
    int few[2 * FEW];
    if (!ASK_MPI(COMM_IS_KNOWN, comm, 0, 0, 0))
        return 0;
    const HpMpiNeighbours who = neighbours(comm, few, 2 * FEW);
    const Operation round = ASK_MPI(NEIGHBOURS, comm, &who, 0, 0);
    if (who.from != few)
        TELL_MPI(NO_ROOM, who.from, 0, 0, 0);
    return round;
}

#define NEIGHBOURS(fn, zfn, n, comm)                                                               \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = exchange(comm);                                                    \
        TELL_MPI(CALL, round, 0, 0, 0);                                                            \
        CALL_##n;                                                                                  \
        hp_mpi_depart(round);                                                                      \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

#define BEGIN_NEIGHBOURS(fn, zfn, n, comm, request)                                                \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = exchange(comm);                                                    \
        CALL_##n;                                                                                  \
        hp_mpi_begun(result, request, round);                                                      \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

NEIGHBOURS(Neighbor_allgather, NeighborZuallgather, 7, a7)
BEGIN_NEIGHBOURS(Ineighbor_allgather, IneighborZuallgather, 8, a7, a8)
NEIGHBOURS(Neighbor_allgatherv, NeighborZuallgatherv, 8, a8)
BEGIN_NEIGHBOURS(Ineighbor_allgatherv, IneighborZuallgatherv, 9, a8, a9)
NEIGHBOURS(Neighbor_alltoall, NeighborZualltoall, 7, a7)
BEGIN_NEIGHBOURS(Ineighbor_alltoall, IneighborZualltoall, 8, a7, a8)
NEIGHBOURS(Neighbor_alltoallv, NeighborZualltoallv, 9, a9)
BEGIN_NEIGHBOURS(Ineighbor_alltoallv, IneighborZualltoallv, 10, a9, a10)
NEIGHBOURS(Neighbor_alltoallw, NeighborZualltoallw, 9, a9)
BEGIN_NEIGHBOURS(Ineighbor_alltoallw, IneighborZualltoallw, 10, a9, a10)
