/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators: the tool is told of each as it is made, or of the first ones as they are
 * used.  Making one is a round.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

static void begins(Word parent, Word comm, Word among) {
    const HpMpiComm facts = hp_mpi_facts(comm, among);
    TELL_MPI(COMM_BEGINS, comm, parent, &facts, 0);
}

void hp_mpi_use(Word comm) {
    if (!ASK_MPI(COMM_IS_KNOWN, comm, 0, 0, 0) && (comm == hp_mpi.world || comm == hp_mpi.self))
        begins(comm == hp_mpi.world ? HP_MPI_WORLD : HP_MPI_SELF, comm, hp_mpi.world);
}

/*------------------------------------------------------------*/
/*--- Made in a round of another                            ---*/
/*------------------------------------------------------------*/

/* A member of the parent that is none of the new one has a null handle. */
static void has_made(Word parent, const void* comm) {
    const Word made = hp_mpi_handle(comm);
    const Word of = hp_mpi_passed(parent);
    if (made != hp_mpi.null_comm && ASK_MPI(COMM_IS_KNOWN, of, 0, 0, 0))
        begins(of, made, of);
}

/* Makes a communicator, the last parameter, out of the first. */
#define MAKES_COMM(fn, zfn, n, made)                                                               \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, "MPI_" #fn, 0, 0, 0);                                                      \
        const Operation round = hp_mpi_arrive(a1, HP_MPI_ALL, 0);                                  \
        TELL_MPI(CALL, round, 0, 0, 0);                                                            \
        CALL_##n;                                                                                  \
        hp_mpi_depart(round);                                                                      \
        if ((int)result == 0 && round != 0)                                                        \
            has_made(a1, (void*)made);                                                             \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

MAKES_COMM(Comm_dup, CommZudup, 2, a2)
MAKES_COMM(Comm_dup_with_info, CommZudupZuwithZuinfo, 3, a3)
MAKES_COMM(Comm_split, CommZusplit, 4, a4)
MAKES_COMM(Comm_split_type, CommZusplitZutype, 5, a5)
MAKES_COMM(Comm_create, CommZucreate, 3, a3)
MAKES_COMM(Intercomm_merge, IntercommZumerge, 3, a3)
MAKES_COMM(Cart_create, CartZucreate, 6, a6)
MAKES_COMM(Cart_sub, CartZusub, 3, a3)
MAKES_COMM(Graph_create, GraphZucreate, 6, a6)
MAKES_COMM(Dist_graph_create, DistZugraphZucreate, 9, a9)
MAKES_COMM(Dist_graph_create_adjacent, DistZugraphZucreateZuadjacent, 10, a10)

/* The same for what has a handle at made when its request is complete. */
#define BEGINS_COMM(fn, zfn, n, made, request)                                                     \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, "MPI_" #fn, 0, 0, 0);                                                      \
        const Operation round = hp_mpi_arrive(a1, HP_MPI_ALL, 0);                                  \
        if (round != 0)                                                                            \
            TELL_MPI(COMM_BEGUN, round, hp_mpi_passed(a1), made, hp_mpi_handle_size());            \
        CALL_##n;                                                                                  \
        hp_mpi_begun(result, request, round);                                                      \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

BEGINS_COMM(Comm_idup, CommZuidup, 3, a2, a3)
BEGINS_COMM(Comm_idup_with_info, CommZuidupZuwithZuinfo, 4, a3, a4)

/*------------------------------------------------------------*/
/*--- Made by some members of another                       ---*/
/*------------------------------------------------------------*/

/* The communicator's first round is the one in which it was made, because the name of that is not
 * known before. */
void hp_mpi_has_been_made(Word parent, Word comm, int tag) {
    const HpMpiMembers members = hp_mpi_members(comm, tag);
    if (members.number == 0)
        return;
    hp_mpi_use(parent);
    TELL_MPI(COMM_OF_GROUP, comm, members.are_of_worlds ? HP_MPI_WORLDS : parent, &members.facts,
             members.number);
    hp_mpi_depart(hp_mpi_arrive(comm, HP_MPI_ALL, 0));
}

/* Makes a communicator of a group, all of whose members call this function. */
WRAP_MPI(Comm_create_group, CommZucreateZugroup, (Word comm, Word group, Word tag, Word made)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(WAIT, 1, 0, 0, 0);
    CALL_FN_W_WWWW(result, original, comm, group, tag, made);
    const Word handle = hp_mpi_handle((void*)made);
    if ((int)result == 0 && handle != hp_mpi.null_comm)
        hp_mpi_has_been_made(hp_mpi_passed(comm), handle, (int)tag);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* Makes a communicator of two groups. The members of comm are the group of this rank. The leaders
 * of the groups know each other by something that nobody else knows, another communicator or a
 * port. */
#define MAKES_BETWEEN(fn, zfn, n, comm, made)                                                      \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = hp_mpi_arrive(comm, HP_MPI_ALL, 0);                                \
        TELL_MPI(WAIT, 1, 0, 0, 0);                                                                \
        CALL_##n;                                                                                  \
        hp_mpi_depart(round);                                                                      \
        if ((int)result == 0)                                                                      \
            hp_mpi_has_been_made(hp_mpi_world(), hp_mpi_handle((void*)made), 0);                   \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

MAKES_BETWEEN(Intercomm_create, IntercommZucreate, 6, a1, a6)
MAKES_BETWEEN(Comm_accept, CommZuaccept, 5, a4, a5)
MAKES_BETWEEN(Comm_connect, CommZuconnect, 5, a4, a5)

/* Makes a communicator of two processes that have a connection. */
WRAP_MPI(Comm_join, CommZujoin, (Word descriptor, Word made)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(WAIT, 1, 0, 0, 0);
    CALL_FN_W_WW(result, original, descriptor, made);
    const Word handle = hp_mpi_handle((void*)made);
    if ((int)result == 0 && handle != hp_mpi.null_comm)
        hp_mpi_has_been_made(hp_mpi_world(), handle, 0);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/*------------------------------------------------------------*/
/*--- Ends                                                  ---*/
/*------------------------------------------------------------*/

#define ENDS_COMM(fn, zfn)                                                                         \
    WRAP_MPI(fn, zfn, (Word comm)) {                                                               \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        TELL_MPI(COMM_ENDS, hp_mpi_handle((void*)comm), 0, 0, 0);                                  \
        CALL_FN_W_W(result, original, comm);                                                       \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

ENDS_COMM(Comm_free, CommZufree)
ENDS_COMM(Comm_disconnect, CommZudisconnect)
