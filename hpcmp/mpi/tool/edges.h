/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of some ranks: of neighbours in a topology, and epochs of windows that are exposed to some
 * ranks and accessed by these (MPI 3.1, sections 7.6 and 11.5.2).
 */
#ifndef HP_MPI_EDGES_H
#define HP_MPI_EDGES_H

#include "hpcmp/mpi/tool/operations.h"

/* t is about to exchange data with neighbours. The operation comes after those of them that send
   data to this rank. */
MpiOperation* hp_mpi_exchange(Thread* t, MpiComm* comm, const HpMpiNeighbours* who);

/* A rank that accesses a window is complete after the window has been exposed to it. A rank that
   exposes its window has waited after all ranks to which it is exposed are complete. Example: rank
   0 exposes its window to rank 1. MPI_Win_complete of rank 1 comes after MPI_Win_post of rank 0,
   and MPI_Win_wait of rank 0 comes after MPI_Win_complete of rank 1. */
void hp_mpi_begin_exposure(Thread* t, MpiComm* window, const int* ranks, Word n);
MpiOperation* hp_mpi_end_exposure(MpiComm* window);
/* If `waits` is False, nobody asks whether the window has been exposed. */
void hp_mpi_begin_access(Thread* t, MpiComm* window, const int* ranks, Word n, Bool waits);
MpiOperation* hp_mpi_end_access(Thread* t, MpiComm* window);

#endif
