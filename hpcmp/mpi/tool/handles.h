/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators that the program has handles for: how they begin and end.
 */
#ifndef HP_MPI_HANDLES_H
#define HP_MPI_HANDLES_H

#include "hpcmp/mpi/tool/operations.h"

/* NULL: it is not known. */
MpiComm* hp_mpi_comm(UWord handle);
void hp_mpi_comm_begin(UWord handle, UWord parent, const HpMpiComm* facts);
/* The number of this process in Open MPI, which is job << 32 | rank; 0: it has none. */
UWord hp_mpi_own_process(void);
/* Begins a communicator that only some members of the parent have made, or members of several
   worlds (HP_MPI_WORLDS).  Its name consists of the parent's, the number `members`, and a count of
   the communicators that were made with this number. */
void hp_mpi_make_comm_of_group(UWord handle, UWord parent, const HpMpiComm* facts, UWord members);
/* The communicator with a world that members of the parent have spawned, in its current round. With
   parent 0, this world is the spawned one, and the communicator is the one with its spawners, if
   they have told its name in the environment. */
void hp_mpi_comm_begin_spawned(UWord handle, UWord parent, const HpMpiComm* facts);
/* Appends to a text the variable of the environment that tells a world about to be spawned the name
   of this communicator. Returns False if the text would need more than `room` bytes. */
Bool hp_mpi_append_spawn(const MpiComm* parent, HChar* text, SizeT room);
/* The program has no handle for it any more.  It is freed with the last operation that uses it,
   because a receive may be complete after MPI_Comm_free. */
void hp_mpi_comm_end(UWord handle);
/* Ends the operation, as hp_mpi_end_operation() does. The communicator that it makes begins. */
void hp_mpi_complete(Thread* t, MpiOperation* operation, Word from, Word tag);

#endif
