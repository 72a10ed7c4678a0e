/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * MPI: messages between ranks, and rounds of communicators.
 *
 * Each is a release in one rank's trace and an acquire in another's, of an object that both
 * call the same (TRACE_INFO_SHARED), with the same number: so ilmgen matches them without
 * knowing of MPI.
 */
#ifndef HP_MPI_H
#define HP_MPI_H

#include "hpcmp/threads/threads.h"

void hp_mpi_init(void);
Bool hp_mpi_request(Thread* t, const UWord* arg, UWord* result);

#endif
