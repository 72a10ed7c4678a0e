/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of communicators: which ranks a collective operation orders after which.
 */
#ifndef HP_MPI_ROUNDS_H
#define HP_MPI_ROUNDS_H

#include "hpcmp/mpi/tool/operations.h"

/* t is about to take part in a round, and releases what other ranks come after.  Returns the
   operation that acquires what this rank comes after; NULL: it comes after none. Example: in a
   broadcast the root releases, and gets NULL. */
MpiOperation* hp_mpi_arrive(Thread* t, MpiComm* comm, HpMpiRound kind, Word root);

#endif
