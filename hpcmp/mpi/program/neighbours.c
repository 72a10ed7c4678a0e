/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/neighbours.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/rounds.h"

enum { FEW = 128 }; /* on the stack; more are where the tool has room */

static void count(Word comm, int topology, HpMpiNeighbours* who) {
    int n = 0;
    if (topology == hw_mpi.cart) {
        hw_mpi.dimensions(comm, &n);
        who->n_from = who->n_to = 2 * n;
    } else if (topology == hw_mpi.graph) {
        int rank = 0;
        hw_mpi.rank(comm, &rank);
        hw_mpi.graph_count(comm, rank, &n);
        who->n_from = who->n_to = n;
    } else if (topology >= 0) {
        hw_mpi.dist_count(comm, &who->n_from, &who->n_to, &n);
    }
}

/* In the first two kinds of topologies, a rank has data from the same ranks that it has data
 * for. */
static void list(Word comm, int topology, HpMpiNeighbours* who, int* ranks) {
    who->from = who->to = ranks;
    if (topology == hw_mpi.cart) {
        for (int i = 0; i < who->n_to / 2; i++)
            hw_mpi.shift(comm, i, 1, &ranks[2 * i], &ranks[2 * i + 1]);
    } else if (topology == hw_mpi.graph) {
        int rank = 0;
        hw_mpi.rank(comm, &rank);
        hw_mpi.graph_neighbours(comm, rank, who->n_to, ranks);
    } else if (topology >= 0) {
        int* const to = ranks + who->n_from;
        int* const weights = to + who->n_to;
        who->to = to;
        hw_mpi.dist_neighbours(comm, who->n_from, ranks, weights, who->n_to, to,
                               weights + who->n_from);
    }
}

/* The neighbours are put into `few` if it has room for so many, else into memory of the tool. */
static HpMpiNeighbours neighbours(Word comm, int* few, unsigned long room) {
    HpMpiNeighbours who = {0, 0, 0, 0};
    int topology = -1;
    hw_mpi.topology(comm, &topology);
    count(comm, topology, &who);
    const unsigned long n = 2 * ((unsigned long)who.n_from + (unsigned long)who.n_to);
    int* const ranks = n <= room ? few : (int*)ASK(MPI_ROOM, n * sizeof *ranks);
    list(comm, topology, &who, ranks);
    return who;
}

HpMpiNeighbours hw_mpi_neighbours(Word comm) {
    return neighbours(hw_mpi_passed_handle(comm), 0, 0);
}

static Operation exchange(Word passed) {
    const Word comm = hw_mpi_passed_handle(passed);
    int few[2 * FEW];
    if (!ASK(MPI_COMM_IS_KNOWN, comm))
        return 0;
    const HpMpiNeighbours who = neighbours(comm, few, 2 * FEW);
    const Operation round = ASK(MPI_NEIGHBOURS, comm, &who);
    if (who.from != few)
        TELL(MPI_NO_ROOM, who.from);
    return round;
}

#define EXCHANGE(call) IN_ROUND(call, 0, exchange(comm))
#define BEGIN_EXCHANGE(call) BEGIN_ROUND(call, 0, exchange(comm))

#include "hpcmp/mpi/program/functions.h"
