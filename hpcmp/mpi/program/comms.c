/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators: how they begin and end.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/members.h"
#include "hpcmp/mpi/program/rounds.h"

/*------------------------------------------------------------*/
/*--- Made in a round of another                            ---*/
/*------------------------------------------------------------*/

/* A member of the parent that is none of the new one has a null handle. */
static void tell_made(Word parent, const void* comm) {
    const Word made = hw_mpi_handle(comm);
    const Word of = hw_mpi_passed_handle(parent);
    if (made == hw_mpi.null_comm || !ASK(MPI_COMM_IS_KNOWN, of))
        return;
    const HpMpiComm facts = hw_mpi_facts(made, of);
    TELL(MPI_COMM_BEGINS, made, of, &facts);
}

#define MAKE_COMM(call)                                                                            \
    IN_ROUND(call, name, hw_mpi_arrive(comm, HP_MPI_ALL, 0));                                      \
    if (result == 0 && round != 0)                                                                 \
        tell_made(comm, (void*)made);

static Operation begin_to_make(Word comm, Word made) {
    const Operation round = hw_mpi_arrive(comm, HP_MPI_ALL, 0);
    if (round != 0)
        TELL(MPI_COMM_BEGUN, round, hw_mpi_passed_handle(comm), (void*)made, hw_mpi_handle_size());
    return round;
}

/* The same for what has a handle at `made` when its request is complete. */
#define BEGIN_COMM(call) BEGIN_ROUND(call, name, begin_to_make(comm, made))

/*------------------------------------------------------------*/
/*--- Made by some members of another                       ---*/
/*------------------------------------------------------------*/

/* A communicator has been made by some members of the parent, or by two groups. Those with the same
 * tag count. The communicator's first round is the one in which it was made, because the name of
 * that is not known before. */
static void tell_made_by_group(Word parent, const void* made, int tag) {
    const Word comm = hw_mpi_handle(made);
    if (comm == hw_mpi.null_comm)
        return;
    const HpMpiMembers members = hw_mpi_members(comm, tag);
    if (members.number == 0)
        return;
    hw_mpi_use_comm(parent);
    TELL(MPI_COMM_OF_GROUP, comm, members.are_of_worlds ? HP_MPI_WORLDS : parent, &members.facts,
         members.number);
    hw_mpi_depart(hw_mpi_arrive(comm, HP_MPI_ALL, 0));
}

/* Tells what is made by one string from what is made by another one: FNV-1a. */
static int tag_of(Word string) {
    unsigned tag = 0x811c9dc5;
    for (const char* at = (const char*)string; *at != 0; at++)
        tag = (tag ^ (unsigned char)*at) * 0x01000193;
    return (int)tag;
}

/* All members of the new one call this function, and no other members of the parent do: those of a
 * group; two processes that have a connection; groups of a session's. */
#define MAKE_COMM_APART(call, parent, tag)                                                         \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    TELL(MPI_WAIT, 1);                                                                             \
    call;                                                                                          \
    if (result == 0)                                                                               \
        tell_made_by_group(parent, (void*)made, tag);

/* Makes a communicator of two groups. The members of comm are the group of this rank. The leaders
 * of the groups know each other by something that nobody else knows, another communicator or a
 * port. */
#define MAKE_COMM_BETWEEN(call)                                                                    \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const Operation round = hw_mpi_arrive(comm, HP_MPI_ALL, 0);                                    \
    TELL(MPI_WAIT, 1);                                                                             \
    call;                                                                                          \
    hw_mpi_depart(round);                                                                          \
    if (result == 0)                                                                               \
        tell_made_by_group(hw_mpi_world(), (void*)made, 0);

/*------------------------------------------------------------*/
/*--- Ends                                                  ---*/
/*------------------------------------------------------------*/

#define END_COMM(call)                                                                             \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    TELL(MPI_COMM_ENDS, hw_mpi_handle((void*)comm));                                               \
    call;

#include "hpcmp/mpi/program/functions.h"
