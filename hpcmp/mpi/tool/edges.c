/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/edges.h"

typedef struct {
    HpMpiEdge kind;
    Bool is_from;
} Direction;

/* The next numbers of edges from or to these ranks, each once; round: what that is, or 0: one more
   than the last. */
static MpiOperation* new_edges(Thread* t, MpiComm* comm, Direction which, const int* ranks, Word n,
                               ULong round) {
    MpiOperation* all = hp_mpi_new_round(comm, n > 0 ? (UWord)n : 0);
    all->n_sources = 0;
    for (Word i = 0; i < n; i++) {
        if (ranks[i] < 0 || ranks[i] >= comm->facts.size)
            continue;
        MpiObject* edge = hp_mpi_edge(t, comm, which.kind, which.is_from, ranks[i]);
        if (round != 0 && edge->n == round)
            continue;
        edge->n = round != 0 ? round : edge->n + 1;
        all->sources[all->n_sources++] = (MpiSource){edge, edge->n};
    }
    return all;
}

/* Publishes them, and gives them up. */
static void release(Thread* t, MpiOperation* edges) {
    for (UWord i = 0; i < edges->n_sources; i++)
        hp_sync_release(t, hp_mpi_sync_object(t, edges->sources[i].object), edges->sources[i].seq,
                        NULL);
    hp_mpi_drop_operation(edges);
}

static void set(MpiOperation** epoch, MpiOperation* now) {
    if (*epoch != NULL)
        hp_mpi_drop_operation(*epoch);
    *epoch = now;
}

static MpiOperation* end(MpiOperation** epoch) {
    MpiOperation* ended = *epoch;
    *epoch = NULL;
    return ended;
}

MpiOperation* hp_mpi_exchange(Thread* t, MpiComm* comm, const HpMpiNeighbours* who) {
    const ULong round = ++comm->n_rounds;
    release(t, new_edges(t, comm, (Direction){HP_MPI_NEIGHBOUR, False}, who->to, who->n_to, round));
    MpiOperation* operation =
        new_edges(t, comm, (Direction){HP_MPI_NEIGHBOUR, True}, who->from, who->n_from, round);
    hp_mpi_tell_arrival(t, operation, comm);
    return operation;
}

void hp_mpi_begin_exposure(Thread* t, MpiComm* window, const int* ranks, Word n) {
    release(t, new_edges(t, window, (Direction){HP_MPI_EXPOSED, False}, ranks, n, 0));
    set(&window->epochs.exposed,
        new_edges(t, window, (Direction){HP_MPI_COMPLETE, True}, ranks, n, 0));
}

MpiOperation* hp_mpi_end_exposure(MpiComm* window) {
    return end(&window->epochs.exposed);
}

void hp_mpi_begin_access(Thread* t, MpiComm* window, const int* ranks, Word n, Bool waits) {
    MpiOperation* exposed = new_edges(t, window, (Direction){HP_MPI_EXPOSED, True}, ranks, n, 0);
    if (!waits)
        exposed->n_sources = 0;
    set(&window->epochs.accessing, exposed);
    set(&window->epochs.accessed,
        new_edges(t, window, (Direction){HP_MPI_COMPLETE, False}, ranks, n, 0));
}

MpiOperation* hp_mpi_end_access(Thread* t, MpiComm* window) {
    MpiOperation* accessed = end(&window->epochs.accessed);
    if (accessed != NULL)
        release(t, accessed);
    return end(&window->epochs.accessing);
}
