/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An operation is something that will be complete later: a receive, or a round that waits for other
 * ranks. The wrappers in the program refer to an operation by its address. Example: MPI_Bcast with
 * root 0 begins in rank 1. Its operation has one source, which consists of the object of root 0 and
 * the number of the round. Rank 1 acquires this number when the call returns.
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
    Addr at;           /* where the program will find its handle */
    SizeT handle_size; /* of 4 or 8 bytes */
} MpiMade;

typedef struct _MpiOperation {
    MpiComm* comm;       /* to which its objects belong; the operation is one of its users */
    MpiReceive* receive; /* NULL: the operation is a round */
    ULong released;      /* the number to release at the only source's object when the operation is
                            complete; 0: none */
    Bool is_alone;       /* no other rank takes part */
    Bool may_be_cancelled;
    Bool is_told_by_post; /* a receive without a status; its message is known by how it was posted
                           */
    /* If the data of the round does not order each rank after every other one: the object that
       would do so. */
    const MpiObject* all; /* NULL: there is none */
    ULong round;
    MpiMade made;
    UWord n_sources;
    MpiSource sources[];
} MpiOperation;

/* Makes a round with n_sources sources, which are all 0 at first. */
MpiOperation* hp_mpi_new_round(MpiComm* comm, UWord n_sources);
MpiOperation* hp_mpi_new_round_after(MpiComm* comm, MpiObject* object, ULong seq);
MpiOperation* hp_mpi_new_receive(MpiComm* comm, Word from, Word tag, MpiPosting* posting);

/* Notes that the operation makes a communicator like this one, in the current round. */
void hp_mpi_set_made(MpiOperation* operation, const MpiComm* like, Addr handle_at,
                     SizeT handle_size);

/* Notes that the thread takes part in the current round. The round's data does not order each rank
   after every other one. The trace gets an info now, and another one when the operation is
   complete, because a reader may treat every collective operation as a barrier (ilmgen
   --mpi-coll=sync). */
void hp_mpi_tell_arrival(Thread* t, MpiOperation* operation, MpiComm* comm);

/* These two functions end the operation. `from` and `tag` are those of the message that a receive
   has taken, or negative if there is none. */
void hp_mpi_end_operation(Thread* t, MpiOperation* operation, Word from, Word tag);
void hp_mpi_drop_operation(MpiOperation* operation);

/* The communicator loses a user, which is the program or an operation. The last one frees it. */
void hp_mpi_drop_comm(MpiComm* comm);

#endif
