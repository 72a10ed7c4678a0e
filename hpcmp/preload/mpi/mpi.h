/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of MPI is wrapped.  One library serves every implementation: of MPI's
 * types it knows handles, which are a word or an int, and where a status has its two
 * fields.  It is not linked with MPI; what it calls there itself it looks up.
 *
 * Functions that begin with PMPI_ are wrapped. Each is the same function as the one without P, so
 * calls from C, Fortran and Python arrive here, also those through a program's own layer of MPI_
 * functions. Functions that the library calls in turn arrive here, too. So the tool counts how deep
 * a thread is in, and ignores calls from inside.
 *
 * Sources: the MPI standards 3.1 and 4.0; mpi.h of Open MPI 4.1 and MPICH 4.0.
 */
#ifndef HPCMP_PRELOAD_MPI_H
#define HPCMP_PRELOAD_MPI_H

#include "hpcmp/preload/wrap.h"

/* Also the one for large counts, fn_c of MPI 4, if counts are passed on alone. */
#define WRAP_MPI(fn, zfn, params)                                                                  \
    WRAP_AS(Word, fn, params, WRAP_NAME(00000, libmpiZaZdsoZa, PMPIZu##zfn),                       \
            WRAP_NAME(00000, libmpiZaZdsoZa, PMPIZu##zfn##Zuc))
/* The same for one of which the wrapper looks at counts. */
#define WRAP_MPI_COUNTED(fn, zfn, params)                                                          \
    WRAP_AS(Word, fn, params, WRAP_NAME(00000, libmpiZaZdsoZa, PMPIZu##zfn))

#define TELL_MPI(request, arg1, arg2, arg3, arg4)                                                  \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HP_REQ_MPI_##request, (arg1), (arg2), (arg3), (arg4), 0)
#define ASK_MPI(request, arg1, arg2, arg3, arg4)                                                   \
    VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_REQ_MPI_##request, (arg1), (arg2), (arg3), (arg4), 0)

/* The tool knows an operation under this number: a receive that is posted, or a collective that has
 * begun. 0: there is nothing that somebody has to be told of. */
typedef Word Operation;

enum { STATUS_BYTES = 64 }; /* of no implementation more */

/* A handle that lies in memory. */
Word hp_mpi_handle(const void* at);
/* One that was passed: an int has half a register. */
Word hp_mpi_passed(Word handle);

/* In an array, in bytes. */
unsigned long hp_mpi_handle_size(void);
unsigned long hp_mpi_status_size(void);

/* About to send: count items of a type, which are so many bytes; to nobody: 0.  About to receive.
 */
Word hp_mpi_send(Word comm, Word peer, Word tag, Word count, Word type);
void hp_mpi_send_bytes(Word comm, Word peer, Word tag, Word bytes);
Operation hp_mpi_post(Word comm, Word peer, Word tag, HpMpiPost how);
/* An operation: the message that this call has sent is complete when it is received.  The call has
 * sent to nobody: 0. */
Operation hp_mpi_receipt(void);
/* Whether a send of so many bytes is complete only then: it may be; it has begun, and is. */
int hp_mpi_may_be_held_back(HpMpiMode mode, Word bytes);
int hp_mpi_is_held_back(HpMpiMode mode, Word bytes, const void* request);
/* Bytes of so many items. */
Word hp_mpi_bytes(Word count, Word type);

/* The status that a call is to fill: the caller's, or ours if the caller wants none. */
void* hp_mpi_status(Word callers, void* ours);
/* A call has begun it, or has failed. */
void hp_mpi_begun(Word result, Word request, Operation operation);
/* The operation is complete, with this status; of several, each is seen first.  A call that
 * fails has no status: what it was to receive is given up. */
void hp_mpi_seen(Operation operation, const void* status);
void hp_mpi_completed(Word result, Operation operation, const void* status);

Word hp_mpi_world(void);
/* A communicator is about to be used. */
void hp_mpi_use(Word comm);
/* among: of whose ranks it was made. */
HpMpiComm hp_mpi_facts(Word comm, Word among);
/* Those of a communicator that only they have made: a number for them all, 0 if it cannot be had;
 * whether they are not all of one world, so that facts tell what they are in their own. */
typedef struct {
    HpMpiComm facts;
    Word number;
    int are_of_worlds;
} HpMpiMembers;
HpMpiMembers hp_mpi_members(Word comm, int tag);
/* A communicator has been made by some members of the parent, or by two groups. Those with the same
 * tag count. */
void hp_mpi_has_been_made(Word parent, Word comm, int tag);
/* The group of the world's ranks, to be given up, as a session that there is tells it; or 0. */
Word hp_mpi_world_of_session(void);

/* About to take part in a round of one, which others may be; root as it was passed.  Has done
 * so. */
Operation hp_mpi_arrive(Word comm, HpMpiRound kind, Word root);
void hp_mpi_depart(Operation round);
/* Neighbours of a rank in a communicator with a topology, in room that is to be given up. */
HpMpiNeighbours hp_mpi_neighbours(Word comm);

#endif
