/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The members of a communicator: their ranks, and a number that all of them give to all of them
 * without asking each other.
 */
#ifndef HPCMP_MPI_PROGRAM_MEMBERS_H
#define HPCMP_MPI_PROGRAM_MEMBERS_H

#include "hpcmp/preload/wrap.h"

/* among: of whose ranks it was made. */
HpMpiComm hw_mpi_facts(Word comm, Word among);

/* Those of a communicator that only they have made: a number for them all, 0 if it cannot be had;
 * whether they are not all of one world, so that facts tell what they are in their own. Those with
 * the same tag count. */
typedef struct {
    HpMpiComm facts;
    Word number;
    int are_of_worlds;
} HpMpiMembers;
HpMpiMembers hw_mpi_members(Word comm, int tag);

/* A number that several ranks compute alike (FNV-1a, by Fowler, Noll and Vo). It begins as
 * HP_MPI_FIRST_NUMBER, and hw_mpi_mix_number() mixes one thing more into it. */
#define HP_MPI_FIRST_NUMBER 0xcbf29ce484222325UL
Word hw_mpi_mix_number(Word number, unsigned what);

#endif
