/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An operation that will be complete later: a receive, or a round that waits for other ranks. The
 * program's wrappers know it by its address. Example: MPI_Bcast begins in rank 1. Its operation has
 * one source: the object of root 0 with the number of the round. Rank 1 acquires this number when
 * the call returns.
 */
#ifndef HP_MPI_OPERATIONS_H
#define HP_MPI_OPERATIONS_H

#include "hpcmp/mpi/tool/receives.h"

/* A number of an object that the operation acquires when it is complete. */
typedef struct {
    MpiObject* object;
    ULong seq;
} MpiSource;

/* The communicator that an operation makes. */
typedef struct {
    HChar* name; /* NULL: it makes none */
    HpMpiComm facts;
    Addr at;           /* where its handle will be */
    SizeT handle_size; /* of 4 or 8 bytes */
} MpiMade;

typedef struct _MpiOperation {
    MpiComm* comm;       /* whose objects it has; the operation is one of its users */
    MpiReceive* receive; /* NULL: it is a round */
    ULong released;      /* the number to release when it is complete, at the only source's object;
                            0: none */
    Bool is_alone;       /* no other rank takes part */
    Bool may_be_cancelled;
    Bool is_told_by_post; /* a receive without a status: it takes what it was posted for */
    /* The object that would order all ranks after all, if the data of the round does not. */
    const MpiObject* all; /* NULL: it is none */
    ULong round;
    MpiMade made;
    UWord n_sources;
    MpiSource sources[];
} MpiOperation;

/* Makes a round with so many sources, which are all 0 at first. */
MpiOperation* hp_mpi_new_round(MpiComm* comm, UWord n_sources);
MpiOperation* hp_mpi_new_round_after(MpiComm* comm, MpiObject* object, ULong seq);
MpiOperation* hp_mpi_new_receive(MpiComm* comm, Word from, Word tag, MpiPosting* posting);

/* Notes that the operation makes a communicator like this one, in the current round. */
void hp_mpi_set_made(MpiOperation* operation, const MpiComm* like, Addr handle_at,
                     SizeT handle_size);

/* Notes that the thread takes part in the current round, whose data does not order all ranks after
   all. The trace gets an info now and one when the operation is complete, because a reader may take
   each collective operation for a barrier (ilmgen --mpi-coll=sync). */
void hp_mpi_tell_arrival(Thread* t, MpiOperation* operation, MpiComm* comm);

/* These two end the operation.  from, tag: of the message that a receive has taken; negative:
   none. */
void hp_mpi_end_operation(Thread* t, MpiOperation* operation, Word from, Word tag);
void hp_mpi_drop_operation(MpiOperation* operation);

/* The communicator loses a user, which is the program or an operation. The last one frees it. */
void hp_mpi_drop_comm(MpiComm* comm);

#endif
