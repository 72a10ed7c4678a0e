/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds in which only some ranks take part: neighbours in a topology, and epochs in which a window
 * is exposed to some ranks, which access it (MPI 3.1, sections 7.6 and 11.5.2).
 */
#ifndef HP_MPI_EDGES_H
#define HP_MPI_EDGES_H

#include "hpcmp/mpi/tool/operations.h"

/* t is about to exchange data with neighbours. When the operation is complete, this rank comes
   after the neighbours that send data to it. */
MpiOperation* hp_mpi_exchange(Thread* t, MpiComm* comm, const HpMpiNeighbours* who);

/* MPI_Win_complete returns only after the window has been exposed to the caller. MPI_Win_wait
   returns only after MPI_Win_complete of all ranks to which the window is exposed. Example: rank 0
   exposes its window to rank 1. MPI_Win_complete of rank 1 comes after MPI_Win_post of rank 0, and
   MPI_Win_wait of rank 0 comes after MPI_Win_complete of rank 1. */
void hp_mpi_begin_exposure(Thread* t, MpiComm* window, const int* ranks, Word n);
MpiOperation* hp_mpi_end_exposure(MpiComm* window);
/* If `waits` is False, the rank does not wait for the window to be exposed. */
void hp_mpi_begin_access(Thread* t, MpiComm* window, const int* ranks, Word n, Bool waits);
MpiOperation* hp_mpi_end_access(Thread* t, MpiComm* window);

#endif
