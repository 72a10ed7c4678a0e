/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of communicators: what a collective operation orders.
 */
#ifndef HP_MPI_ROUNDS_H
#define HP_MPI_ROUNDS_H

#include "hpcmp/mpi/tool/operations.h"

/* About to take part: publishes what others come after.  Returns what is complete when those have
   come that this rank comes after; NULL: nobody has to be told. */
MpiOperation* hp_mpi_arrive(Thread* t, MpiComm* comm, HpMpiRound kind, Word root);

#endif
