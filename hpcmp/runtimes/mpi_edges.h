/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of some: of neighbours in a topology, and epochs of windows that are exposed to some and
 * accessed by these (MPI 3.1, sections 7.6 and 11.5.2).
 */
#ifndef HP_MPI_EDGES_H
#define HP_MPI_EDGES_H

#include "hpcmp/runtimes/mpi_operations.h"

/* About to exchange data with them: this rank comes after those that it has data from. */
MpiOperation* hp_mpi_neighbours(Thread* t, MpiComm* comm, const HpMpiNeighbours* who);

/* Who accesses is complete after it has been exposed.  Who exposes has waited after all to whom it
   is exposed are complete. */
void hp_mpi_exposes(Thread* t, MpiComm* window, const int* ranks, Word n);
MpiOperation* hp_mpi_exposed(MpiComm* window);
/* Not waits: nobody asks whether it has been exposed. */
void hp_mpi_accesses(Thread* t, MpiComm* window, const int* ranks, Word n, Bool waits);
MpiOperation* hp_mpi_completes(Thread* t, MpiComm* window);

#endif
