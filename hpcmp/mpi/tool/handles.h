/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The communicators for which the program has handles: how they begin and end.
 */
#ifndef HP_MPI_HANDLES_H
#define HP_MPI_HANDLES_H

#include "hpcmp/mpi/tool/operations.h"

/* The communicator with this handle, or NULL if the handle is unknown. */
MpiComm* hp_mpi_comm(UWord handle);
void hp_mpi_comm_begin(UWord handle, UWord parent, const HpMpiComm* facts);
/* The number of this process in Open MPI, job << 32 | rank, or 0 if it has none. */
UWord hp_mpi_own_process(void);
/* Begins a communicator that only some members of the parent have made, or members of several
   worlds (HP_MPI_WORLDS).  Its name consists of the parent's, the number `members`, and a count of
   the communicators that were made with this number. */
void hp_mpi_make_comm_of_group(UWord handle, UWord parent, const HpMpiComm* facts, UWord members);
/* Members of the parent have spawned a world in the parent's current round. Begins their
   communicator with this world. If `parent` is 0, this process is in the spawned world. The
   communicator is then the one with the spawners, if they have told its name in the environment. */
void hp_mpi_comm_begin_spawned(UWord handle, UWord parent, const HpMpiComm* facts);
/* A world is about to be spawned. Appends to a text a variable of the environment, which tells this
   world the name of its communicator with the spawners. Returns False if the text would need more
   than `room` bytes. */
Bool hp_mpi_append_spawn(const MpiComm* parent, HChar* text, SizeT room);
/* The program gives up its handle of the communicator. The communicator is freed with the last
   operation that uses it, because a receive may be complete only after MPI_Comm_free. */
void hp_mpi_comm_end(UWord handle);
/* Ends the operation, as hp_mpi_end_operation() does. If the operation has made a communicator,
   also begins the communicator. */
void hp_mpi_complete(Thread* t, MpiOperation* operation, Word from, Word tag);

#endif
