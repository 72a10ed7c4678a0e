/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of communicators: a rank arrives before a call, and departs when the call is complete.
 */
#ifndef HPCMP_MPI_PROGRAM_ROUNDS_H
#define HPCMP_MPI_PROGRAM_ROUNDS_H

#include "hpcmp/mpi/program/operations.h"
#include "hpcmp/mpi/program/wrapper.h"

/* A communicator is about to be used. */
void hw_mpi_use_comm(Word comm);

/* About to take part in a round of one, which others may be; root as it was passed.  Has done
 * so. */
Operation hw_mpi_arrive(Word comm, HpMpiRound kind, int root);
void hw_mpi_depart(Operation round);

/* All kinds whose call is a round use this. `collective` is the name of a collective operation, or
 * 0, and `arrival` is the round, an expression that tells what is to be told before the call. */
#define IN_ROUND(call, collective, arrival)                                                        \
    TELL(MPI_ENTER, collective, 0);                                                                \
    const Operation round = arrival;                                                               \
    TELL(MPI_CALL, round);                                                                         \
    call;                                                                                          \
    hw_mpi_depart(round);
/* The same for a round that is complete when a request is. */
#define BEGIN_ROUND(call, collective, arrival)                                                     \
    TELL(MPI_ENTER, collective, 0);                                                                \
    const Operation round = arrival;                                                               \
    call;                                                                                          \
    hw_mpi_begin(result, request, round);

#endif
