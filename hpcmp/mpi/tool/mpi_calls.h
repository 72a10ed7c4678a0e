/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls of MPI: messages between ranks, and rounds of communicators.
 *
 * A message or a round appears as a release in one rank's trace and as an acquire in another
 * rank's. Both are of an object with the same name (TRACE_INFO_SHARED), and have the same number.
 * So ilmgen can match them without knowing MPI.
 */
#ifndef HP_MPI_CALLS_H
#define HP_MPI_CALLS_H

#include "hpcmp/mpi/tool/operations.h"

void hp_mpi_init(void);

/* Is the thread in a function of MPI that the program has called, not one that MPI has called? */
Bool hp_mpi_is_outermost(const Thread* t);
/* A request in such a function concerns the communicator or window with this handle. Returns it, or
   NULL if the handle is unknown or the thread is in no such function. */
MpiComm* hp_mpi_called_on(const Thread* t, UWord handle);

/* The functions below handle the requests MPI_... of shared/client_requests.def, which explains
   them. */

void hp_mpi_enter(Thread* t, const HChar* operation, Bool is_one_sided);
void hp_mpi_leave(Thread* t);
void hp_mpi_set_operation(Thread* t, const HChar* operation);
void hp_mpi_abort(Thread* t);

void hp_mpi_send(Thread* t, MpiComm* comm, Word to, Word tag, ULong bytes);
/* An operation that is complete when the receiver asks for what this call has sent. */
MpiOperation* hp_mpi_new_receipt(Thread* t);
MpiOperation* hp_mpi_post(Thread* t, MpiComm* comm, Word from, Word tag, HpMpiPost how);
void hp_mpi_begin_wait(Thread* t, const MpiOperation* operation);
void hp_mpi_begin_call(Thread* t, const MpiOperation* operation);
void hp_mpi_call_lock_later(Thread* t);
void hp_mpi_call_lock(Thread* t, MpiComm* window, Word target, Bool is_exclusive);
Bool hp_mpi_call_add_move(Thread* t, MpiComm* window, Word target, ULong to, ULong from);

void hp_mpi_set_request(UWord handle, MpiOperation* operation);
/* Forgets the request's handle and returns its operation, or 0 if there is none. If another thread
   looks at the operation, returns HP_MPI_LOOKED_AT and does not forget the handle. */
UWord hp_mpi_take_request(UWord handle);
MpiOperation* hp_mpi_begin_look(const Thread* t, const MpiOperation* operation, UWord n,
                                UWord* request);
void hp_mpi_end_look(const MpiOperation* operation);
void hp_mpi_note_status(const MpiOperation* operation, Word from, Word tag);
void hp_mpi_set_made_like(MpiOperation* operation, UWord like, Addr where, SizeT handle_size);
void hp_mpi_note_cancel(UWord handle);
void hp_mpi_free_request(UWord handle, MpiOperation* operation);

#endif
