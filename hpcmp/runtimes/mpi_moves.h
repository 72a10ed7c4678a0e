/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes that one-sided operations of a thread move between its rank and others.  They are told as
 * sums: an operation takes less than an event, and is not complete before a call that is none.
 */
#ifndef HP_MPI_MOVES_H
#define HP_MPI_MOVES_H

#include "hpcmp/runtimes/mpi_comms.h"

/* What a thread has moved and not told of; NULL: nothing. */
typedef XArray MpiMoves;

/* This is the rank in the world, negative: none of it, of who has that rank in the window. */
void hp_mpi_target_is(MpiComm* window, Word target, Word rank);
/* So many bytes to a target, and from it; False: hp_mpi_target_is() has to be told before. */
Bool hp_mpi_moves(Thread* t, MpiMoves** moves, MpiComm* window, Word target, ULong to, ULong from);
/* Their infos; nothing is left. */
void hp_mpi_tell_moves(Thread* t, MpiMoves** moves);

#endif
