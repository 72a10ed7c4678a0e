/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The members of a communicator: their ranks, and a number that stands for all of them. Every
 * member computes the same number without asking the others.
 */
#ifndef HPCMP_MPI_PROGRAM_MEMBERS_H
#define HPCMP_MPI_PROGRAM_MEMBERS_H

#include "hpcmp/preload/wrap.h"

/* The facts about the communicator `comm`, which was made from ranks of the communicator `among`.
 */
HpMpiComm hw_mpi_facts(Word comm, Word among);

/* The members of a communicator that was made without the other members of its parent. `number`
 * stands for these members and the tag; 0: it cannot be computed. are_of_worlds: the members are
 * not all of one world, so `facts` contains their ranks in their own worlds. */
typedef struct {
    HpMpiComm facts;
    Word number;
    int are_of_worlds;
} HpMpiMembers;
HpMpiMembers hw_mpi_members(Word comm, int tag);

/* A number that several ranks compute alike (FNV-1a, by Fowler, Noll and Vo). The number begins as
 * HP_MPI_FIRST_NUMBER, and hw_mpi_mix_number() mixes one more value into it. */
#define HP_MPI_FIRST_NUMBER 0xcbf29ce484222325UL
Word hw_mpi_mix_number(Word number, unsigned what);

#endif
