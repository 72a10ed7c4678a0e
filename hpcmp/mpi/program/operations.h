/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions by which wrappers tell the tool that an operation has begun, has been seen, or is
 * complete.
 */
#ifndef HPCMP_MPI_PROGRAM_OPERATIONS_H
#define HPCMP_MPI_PROGRAM_OPERATIONS_H

#include "hpcmp/preload/wrap.h"

enum { STATUS_BYTES = 64 }; /* no implementation has a larger status */

/* Returns the status that a call is to fill: `callers`; or `ours`, if the caller ignores the status
 * and there is an operation for which it is needed. */
Word hw_mpi_status(Operation operation, Word callers, void* ours);
/* The call has begun the operation, or has failed if `result` is not 0. */
void hw_mpi_begin(int result, Word request, Operation operation);
/* hw_mpi_complete(): the operation is complete, with this status. If the call has failed, it has no
 * status, and the operation is dropped. If a call completes several operations,
 * hw_mpi_note_status() is called first for each of them. */
void hw_mpi_note_status(Operation operation, const void* status);
void hw_mpi_complete(int result, Operation operation, const void* status);

#endif
