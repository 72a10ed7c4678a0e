/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/rounds.h"

static void release(Thread* t, const MpiObject* object, ULong seq) {
    hp_sync_release(t, hp_mpi_sync_object(t, object), seq, NULL);
}

/* Scan: each rank's departure is what the next one waits for; nobody does for the last one's. */
static MpiOperation* arrive_in_chain(Thread* t, MpiComm* comm, ULong round) {
    MpiObject* node = hp_mpi_node(t, comm, (MpiNode){HP_MPI_FROM_LOWER, 0, False});
    const Int rank = comm->facts.rank;
    const ULong first = round * (ULong)comm->facts.size;
    if (rank == 0) {
        release(t, node, first + 1);
        return NULL;
    }
    MpiOperation* operation = hp_mpi_new_round_after(comm, node, first + (ULong)rank);
    if (rank + 1 < comm->facts.size)
        operation->released = first + (ULong)rank + 1;
    return operation;
}

/* Iscan: no call tells when a rank has what the next one needs, but all lower ones have begun. */
static MpiOperation* arrive_after_lower(Thread* t, MpiComm* comm, ULong round) {
    const Int rank = comm->facts.rank;
    if (rank + 1 < comm->facts.size)
        release(t, hp_mpi_node(t, comm, (MpiNode){HP_MPI_FROM_ALL_LOWER, rank, False}), round);
    MpiOperation* operation = hp_mpi_new_round(comm, (UWord)rank);
    for (Int i = 0; i < rank; i++) {
        MpiObject* lower = hp_mpi_node(t, comm, (MpiNode){HP_MPI_FROM_ALL_LOWER, i, False});
        operation->sources[i] = (MpiSource){lower, round};
    }
    return operation;
}

static MpiOperation* arrive_at_node(Thread* t, MpiComm* comm, MpiNode which, Bool is_root,
                                    ULong round) {
    MpiObject* node = hp_mpi_node(t, comm, which);
    if (is_root == (which.kind == HP_MPI_FROM_ROOT)) {
        release(t, node, round);
        return NULL;
    }
    return hp_mpi_new_round_after(comm, node, round);
}

/* Each group comes after the other one, or after or before its root. */
static MpiOperation* arrive_between_groups(Thread* t, MpiComm* comm, HpMpiRound kind, Word root,
                                           ULong round) {
    if (kind == HP_MPI_ALL) {
        release(t, hp_mpi_node(t, comm, (MpiNode){kind, 0, False}), round);
        return hp_mpi_new_round_after(comm, hp_mpi_node(t, comm, (MpiNode){kind, 0, True}), round);
    }
    const Bool is_root = root == HP_MPI_ROOT;
    if (kind >= HP_MPI_FROM_LOWER || (root < 0 && !is_root) || root >= comm->facts.other_size)
        return NULL;
    return arrive_at_node(t, comm, (MpiNode){kind, is_root ? comm->facts.rank : root, !is_root},
                          is_root, round);
}

static MpiOperation* arrive_by_data(Thread* t, MpiComm* comm, HpMpiRound kind, Word root) {
    const ULong round = comm->n_rounds;
    if (kind == HP_MPI_NOBODY)
        return NULL;
    if (kind == HP_MPI_FROM_LOWER)
        return arrive_in_chain(t, comm, round);
    if (kind == HP_MPI_FROM_ALL_LOWER)
        return arrive_after_lower(t, comm, round);
    if (kind != HP_MPI_ALL)
        return arrive_at_node(t, comm, (MpiNode){kind, root, False}, comm->facts.rank == root,
                              round);
    MpiObject* node = hp_mpi_node(t, comm, (MpiNode){kind, 0, False});
    release(t, node, round);
    return hp_mpi_new_round_after(comm, node, round);
}

static MpiOperation* arrive_alone(MpiComm* comm) {
    MpiOperation* operation = hp_mpi_new_round(comm, 0);
    operation->is_alone = True;
    return operation;
}

MpiOperation* hp_mpi_arrive(Thread* t, MpiComm* comm, HpMpiRound kind, Word root) {
    const ULong round = ++comm->n_rounds;
    if (hp_mpi_is_between(comm))
        return arrive_between_groups(t, comm, kind, root, round);
    if (comm->facts.size == 1)
        return arrive_alone(comm);
    MpiOperation* operation = arrive_by_data(t, comm, kind, root);
    if (kind == HP_MPI_ALL)
        return operation;
    if (operation == NULL)
        operation = hp_mpi_new_round(comm, 0);
    hp_mpi_tell_arrival(t, operation, comm);
    return operation;
}
