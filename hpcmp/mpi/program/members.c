/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/members.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/sessions.h"

static Word own_group(Word comm) {
    Word group = comm == hw_mpi.world ? hw_mpi_world_of_session() : 0;
    if (group == 0)
        hw_mpi.group(comm, &group);
    return group;
}

static Word other_group(Word comm) {
    Word group = 0;
    hw_mpi.other_group(comm, &group);
    return group;
}

/* The member with rank 0 in the first group has this rank in the other one. By it, members that
 * have made several communicators at once tell theirs apart. Both groups are given up. */
static int first_of(Word group, Word among) {
    int first = 0, found = -1;
    hw_mpi.translate(group, 1, &first, among, &found);
    hw_mpi.free_group(&group);
    hw_mpi.free_group(&among);
    return found;
}

/* There may be a world, and no communicator of it: without MPI_Init. */
static HpMpiComm facts_of_world(void) {
    HpMpiComm facts = {0, 0, 0, 0, 0, 0, 0};
    Word group = own_group(hw_mpi.world);
    hw_mpi.group_rank(group, &facts.rank);
    hw_mpi.group_size(group, &facts.size);
    hw_mpi.free_group(&group);
    return facts;
}

/* A process in the world of another communicator's members need not be in the world of this
 * rank. */
HpMpiComm hw_mpi_facts(Word comm, Word among) {
    HpMpiComm facts = {0, 0, 0, 0, 0, 0, 0};
    int is_inter = 0, is_among_inter = 0;
    if (comm == hw_mpi.world)
        return facts_of_world();
    hw_mpi.rank(comm, &facts.rank);
    hw_mpi.size(comm, &facts.size);
    hw_mpi.is_inter(comm, &is_inter);
    if (among != hw_mpi.world)
        hw_mpi.is_inter(among, &is_among_inter);
    if (is_inter || !is_among_inter) /* else two groups are merged to one */
        facts.first = first_of(own_group(comm), own_group(among));
    if (is_inter) {
        hw_mpi.other_size(comm, &facts.other_size);
        facts.other_first =
            first_of(other_group(comm), is_among_inter ? other_group(among) : own_group(among));
        facts.is_a = facts.first < facts.other_first;
    }
    return facts;
}

/*------------------------------------------------------------*/
/*--- A number for members                                  ---*/
/*------------------------------------------------------------*/

typedef unsigned long Process; /* its job, and its rank in there */

Word hw_mpi_mix_number(Word number, unsigned what) {
    return (number ^ what) * 0x100000001b3;
}

/* For members, by another one and their ranks in the world.  The group is given up.  0: one of
 * them is of another world. */
static Word number_in_world(Word number, Word group) {
    enum { AT_ONCE = 64 };
    int here[AT_ONCE], in_world[AT_ONCE], size = 0;
    Word all = own_group(hw_mpi.world);
    hw_mpi.group_size(group, &size);
    for (int from = 0; from < size && number != 0; from += AT_ONCE) {
        const int n = size - from < AT_ONCE ? size - from : AT_ONCE;
        for (int i = 0; i < n; i++)
            here[i] = from + i;
        hw_mpi.translate(group, n, here, all, in_world);
        for (int i = 0; i < n && number != 0; i++)
            number = in_world[i] < 0 ? 0 : hw_mpi_mix_number(number, (unsigned)in_world[i]);
    }
    hw_mpi.free_group(&group);
    hw_mpi.free_group(&all);
    return number;
}

/* The same by their jobs and ranks, for which see library.h. */
static Word number_in_worlds(Word number, Word group) {
    int size = 0;
    hw_mpi.group_size(group, &size);
    for (int i = 0; i < size; i++) {
        const Process process = hw_mpi_process(group, i);
        number = hw_mpi_mix_number(hw_mpi_mix_number(number, process >> 32), (unsigned)process);
    }
    hw_mpi.free_group(&group);
    return number;
}

/* Both groups call it the same, so group a's members come first. */
static Word number_of_members(const HpMpiComm* facts, Word comm, int tag,
                              Word (*with)(Word number, Word group)) {
    const Word number = HP_MPI_FIRST_NUMBER ^ (unsigned)tag;
    const Word own = own_group(comm);
    if (facts->other_size == 0)
        return with(number, own);
    const Word other = other_group(comm);
    if (facts->is_a)
        return with(with(number, own), other);
    return with(with(number, other), own);
}

static Process first_process(Word group) {
    const Process first = hw_mpi_process(group, 0);
    hw_mpi.free_group(&group);
    return first;
}

/* There is no world whose ranks all of them have: told is what they are in their own. */
static void find_first_in_worlds(HpMpiComm* facts, Word comm) {
    const Process first = first_process(own_group(comm));
    facts->first = (int)first;
    if (facts->other_size == 0)
        return;
    const Process other_first = first_process(other_group(comm));
    facts->other_first = (int)other_first;
    facts->is_a = first < other_first;
}

HpMpiMembers hw_mpi_members(Word comm, int tag) {
    HpMpiMembers members = {hw_mpi_facts(comm, hw_mpi_world()), 0, 0};
    members.number = number_of_members(&members.facts, comm, tag, number_in_world);
    if (members.number != 0 || !hw_mpi_knows_processes())
        return members;
    members.are_of_worlds = 1;
    find_first_in_worlds(&members.facts, comm);
    members.number = number_of_members(&members.facts, comm, tag, number_in_worlds);
    return members;
}
