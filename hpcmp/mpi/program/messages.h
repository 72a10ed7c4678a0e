/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions by which wrappers tell the tool that a message is sent, asked for, or received.
 */
#ifndef HPCMP_MPI_PROGRAM_MESSAGES_H
#define HPCMP_MPI_PROGRAM_MESSAGES_H

#include "hpcmp/mpi/program/operations.h"

/* The number of bytes of `count` items. Called only after hw_mpi_find_library(). */
Word hw_mpi_bytes(Word count, Word type);
/* hw_mpi_send(): the call is about to send `count` items of a type. Returns the number of bytes, or
 * 0 if the peer is nobody (MPI_PROC_NULL). hw_mpi_send_bytes(): the same if the number of bytes is
 * known. hw_mpi_post(): the call is about to receive. */
Word hw_mpi_send(Word comm, int peer, int tag, Word count, Word type);
void hw_mpi_send_bytes(Word comm, int peer, int tag, Word bytes);
Operation hw_mpi_post(Word comm, int peer, int tag, HpMpiPost how);

/* Returns an operation that is complete when the message that this call has sent is received.
 * Returns 0 if the call has sent to nobody. */
Operation hw_mpi_receipt(void);
/* Is a send of this many bytes complete only when the message is received?
   hw_mpi_may_be_held_back() answers before the send begins: it may be so. hw_mpi_is_held_back()
   answers after the send has begun: it is so. */
int hw_mpi_may_be_held_back(HpMpiMode mode, Word bytes);
int hw_mpi_is_held_back(HpMpiMode mode, Word bytes, const void* request);

#endif
