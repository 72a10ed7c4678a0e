/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages, as wrappers tell the tool of them: sent, asked for, received.
 */
#ifndef HPCMP_MPI_PROGRAM_MESSAGES_H
#define HPCMP_MPI_PROGRAM_MESSAGES_H

#include "hpcmp/mpi/program/operations.h"

/* Bytes of so many items.  The library must be known. */
Word hw_mpi_bytes(Word count, Word type);
/* About to send: count items of a type, which are so many bytes; to nobody: 0.  About to receive.
 */
Word hw_mpi_send(Word comm, int peer, int tag, Word count, Word type);
void hw_mpi_send_bytes(Word comm, int peer, int tag, Word bytes);
Operation hw_mpi_post(Word comm, int peer, int tag, HpMpiPost how);

/* An operation: the message that this call has sent is complete when it is received.  The call has
 * sent to nobody: 0. */
Operation hw_mpi_receipt(void);
/* Whether a send of so many bytes is complete only then: it may be; it has begun, and is. */
int hw_mpi_may_be_held_back(HpMpiMode mode, Word bytes);
int hw_mpi_is_held_back(HpMpiMode mode, Word bytes, const void* request);

#endif
