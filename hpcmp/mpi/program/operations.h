/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations, as wrappers tell the tool of them: begun, seen, complete.
 */
#ifndef HPCMP_MPI_PROGRAM_OPERATIONS_H
#define HPCMP_MPI_PROGRAM_OPERATIONS_H

#include "hpcmp/preload/wrap.h"

enum { STATUS_BYTES = 64 }; /* of no implementation more */

/* The status that a call is to fill: the caller's; or ours, if the caller wants none and there is
 * an operation to ask about. */
Word hw_mpi_status(Operation operation, Word callers, void* ours);
/* A call has begun it, or has failed. */
void hw_mpi_begin(int result, Word request, Operation operation);
/* The operation is complete, with this status; of several, each is seen first.  A call that
 * fails has no status: what it was to receive is given up. */
void hw_mpi_note_status(Operation operation, const void* status);
void hw_mpi_complete(int result, Operation operation, const void* status);

#endif
