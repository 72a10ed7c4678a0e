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

/* hw_mpi_arrive(): the rank is about to take part in a round of this communicator or window. `root`
 * is the parameter of the call. hw_mpi_depart(): the rank has taken part. */
Operation hw_mpi_arrive(Word comm, HpMpiRound kind, int root);
void hw_mpi_depart(Operation round);

/* All kinds of functions whose call is a round use this. `collective` is the name of a collective
 * operation, or 0. `arrival` is an expression that tells the arrival before the call and returns
 * the round. */
#define IN_ROUND(call, collective, arrival)                                                        \
    TELL(MPI_ENTER, collective, 0);                                                                \
    const Operation round = arrival;                                                               \
    TELL(MPI_CALL, round);                                                                         \
    call;                                                                                          \
    hw_mpi_depart(round);
/* The same for a round that is complete when a request is complete. */
#define BEGIN_ROUND(call, collective, arrival)                                                     \
    TELL(MPI_ENTER, collective, 0);                                                                \
    const Operation round = arrival;                                                               \
    call;                                                                                          \
    hw_mpi_begin(result, request, round);

#endif
