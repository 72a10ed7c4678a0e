/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators: the tool is told of each as it is made, or of the first ones as they are
 * used.  Making one is a round.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

static Word own_group(Word comm) {
    Word group = comm == hp_mpi.world ? hp_mpi_world_of_session() : 0;
    if (group == 0)
        hp_mpi.group(comm, &group);
    return group;
}

static Word other_group(Word comm) {
    Word group = 0;
    hp_mpi.other_group(comm, &group);
    return group;
}

/* The rank in another group of who has rank 0 in the first one; by it, members that have made
 * several communicators at once tell theirs.  Both groups are given up. */
static int first_of(Word group, Word among) {
    int first = 0, found = -1;
    hp_mpi.translate(group, 1, &first, among, &found);
    hp_mpi.free_group(&group);
    hp_mpi.free_group(&among);
    return found;
}

/* There may be a world, and no communicator of it: without MPI_Init. */
static HpMpiComm facts_of_world(void) {
    HpMpiComm facts = {0, 0, 0, 0, 0, 0, 0};
    Word group = own_group(hp_mpi.world);
    hp_mpi.group_rank(group, &facts.rank);
    hp_mpi.group_size(group, &facts.size);
    hp_mpi.free_group(&group);
    return facts;
}

/* Who is in the world of another communicator's members need not be in this rank's. */
HpMpiComm hp_mpi_facts(Word comm, Word among) {
    HpMpiComm facts = {0, 0, 0, 0, 0, 0, 0};
    int is_inter = 0, is_among_inter = 0;
    if (comm == hp_mpi.world)
        return facts_of_world();
    hp_mpi.rank(comm, &facts.rank);
    hp_mpi.size(comm, &facts.size);
    hp_mpi.is_inter(comm, &is_inter);
    if (among != hp_mpi.world)
        hp_mpi.is_inter(among, &is_among_inter);
    if (is_inter || !is_among_inter) /* else two groups are merged to one */
        facts.first = first_of(own_group(comm), own_group(among));
    if (is_inter) {
        hp_mpi.other_size(comm, &facts.other_size);
        facts.other_first =
            first_of(other_group(comm), is_among_inter ? other_group(among) : own_group(among));
        facts.is_a = facts.first < facts.other_first;
    }
    return facts;
}

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

/* A number for members, by another one and their ranks in the world: FNV-1a, by Fowler, Noll and
 * Vo.  The group is given up.  0: one of them is of another world. */
static Word number_of(Word number, Word group) {
    enum { AT_ONCE = 64 };
    int here[AT_ONCE], in_world[AT_ONCE], size = 0;
    Word all = own_group(hp_mpi.world);
    hp_mpi.group_size(group, &size);
    for (int from = 0; from < size && number != 0; from += AT_ONCE) {
        const int n = size - from < AT_ONCE ? size - from : AT_ONCE;
        for (int i = 0; i < n; i++)
            here[i] = from + i;
        hp_mpi.translate(group, n, here, all, in_world);
        for (int i = 0; i < n && number != 0; i++)
            number = in_world[i] < 0 ? 0 : (number ^ (unsigned)in_world[i]) * 0x100000001b3;
    }
    hp_mpi.free_group(&group);
    hp_mpi.free_group(&all);
    return number;
}

/* Both groups call it the same, so the one comes first that has the lower rank in the world. */
static Word number_of_members(const HpMpiComm* facts, Word comm, int tag) {
    const Word number = 0xcbf29ce484222325 ^ (unsigned)tag;
    const Word own = own_group(comm);
    if (facts->other_size == 0)
        return number_of(number, own);
    const Word other = other_group(comm);
    if (facts->is_a)
        return number_of(number_of(number, own), other);
    return number_of(number_of(number, other), own);
}

/* Its first round is that in which it was made: what that is called is not known before. */
void hp_mpi_has_been_made(Word parent, Word comm, int tag) {
    const HpMpiComm facts = hp_mpi_facts(comm, hp_mpi_world());
    const Word members = number_of_members(&facts, comm, tag);
    if (members == 0)
        return;
    hp_mpi_use(parent);
    TELL_MPI(COMM_OF_GROUP, comm, parent, &facts, members);
    hp_mpi_depart(hp_mpi_arrive(comm, HP_MPI_ALL, 0));
}

/* Of a group, all of which call it. */
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

/* Of two groups, this rank's those of comm.  Their leaders know each other by what nobody else
 * does, another communicator or a port, but all are of the world. */
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

/* Of two processes, which have a connection. */
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
