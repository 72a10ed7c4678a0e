/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the bytes that one-sided operations of a thread move between its rank and others. The
 * trace contains only sums, for two reasons. An operation takes less time than writing an event,
 * and it is complete only with a later call that is not one-sided. Example: rank 0 puts 8 bytes
 * into rank 1's window a million times and then calls MPI_Win_fence, which writes one info of
 * 8,000,000 bytes.
 */
#ifndef HP_MPI_MOVES_H
#define HP_MPI_MOVES_H

#include "hpcmp/mpi/tool/comms.h"

/* The bytes that a thread has moved and that are not in the trace yet; NULL: there are none. */
typedef XArray MpiMoves;

/* The member with the rank `target` in the window has the rank `rank` in the world. A negative
   `rank` means that the member is in another world. */
void hp_mpi_set_target_rank(MpiComm* window, Word target, Word rank);
/* The thread moves `to` bytes to a target and `from` bytes from it. Returns False if
   hp_mpi_set_target_rank() has to be called before. */
Bool hp_mpi_add_move(Thread* t, MpiMoves** moves, MpiComm* window, Word target, ULong to,
                     ULong from);
/* Tells the moves as infos, and forgets them. */
void hp_mpi_tell_moves(Thread* t, MpiMoves** moves);

#endif
