/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of communicators: which ranks a collective operation orders after which.
 */
#ifndef HP_MPI_ROUNDS_H
#define HP_MPI_ROUNDS_H

#include "hpcmp/mpi/tool/operations.h"

/* t is about to take part in a round. If other ranks come after this one, t releases. If this rank
   comes after other ones, returns the operation that will acquire; otherwise NULL. Example: in a
   broadcast the root releases and gets NULL, and each other rank gets an operation. */
MpiOperation* hp_mpi_arrive(Thread* t, MpiComm* comm, HpMpiRound kind, Word root);

#endif
