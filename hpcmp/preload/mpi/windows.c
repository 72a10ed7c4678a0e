/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Windows.  To the tool one is a communicator that was made in a round of another; fences are its
 * rounds.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

static void has_made(Word parent, const void* window) {
    const Word of = hp_mpi_passed(parent);
    HpMpiComm facts = hp_mpi_facts(of, of);
    facts.is_window = 1;
    TELL_MPI(COMM_BEGINS, hp_mpi_handle(window), of, &facts, 0);
}

/* Makes a window, the last parameter, of the ranks of comm. */
#define MAKES_WINDOW(fn, zfn, n, comm, made)                                                       \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = hp_mpi_arrive(comm, HP_MPI_ALL, 0);                                \
        TELL_MPI(CALL, round, 0, 0, 0);                                                            \
        CALL_##n;                                                                                  \
        hp_mpi_depart(round);                                                                      \
        if ((int)result == 0 && round != 0)                                                        \
            has_made(comm, (void*)made);                                                           \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

MAKES_WINDOW(Win_create, WinZucreate, 6, a5, a6)
MAKES_WINDOW(Win_allocate, WinZuallocate, 6, a4, a6)
MAKES_WINDOW(Win_allocate_shared, WinZuallocateZushared, 6, a4, a6)
MAKES_WINDOW(Win_create_dynamic, WinZucreateZudynamic, 3, a2, a3)

/* Nobody leaves it before all have come, in both implementations. */
WRAP_MPI(Win_free, WinZufree, (Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Word handle = hp_mpi_handle((void*)window);
    const Operation round = hp_mpi_arrive(handle, HP_MPI_ALL, 0);
    TELL_MPI(COMM_ENDS, handle, 0, 0, 0);
    TELL_MPI(CALL, round, 0, 0, 0);
    CALL_FN_W_W(result, original, window);
    hp_mpi_depart(round);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* One that ends nothing need not wait for others (MPI 3.1, section 11.5.1). */
WRAP_MPI(Win_fence, WinZufence, (Word assertion, Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    hp_mpi_know();
    const int may_pass = ((int)assertion & hp_mpi.no_precede) != 0;
    const Operation round = hp_mpi_arrive(window, may_pass ? HP_MPI_NOBODY : HP_MPI_ALL, 0);
    TELL_MPI(CALL, round, 0, 0, 0);
    CALL_FN_W_WW(result, original, assertion, window);
    hp_mpi_depart(round);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/*------------------------------------------------------------*/
/*--- Exposed to some                                       ---*/
/*------------------------------------------------------------*/

enum { FEW = 64 };

typedef struct {
    int* ranks; /* in the window */
    int n;
} Members;

/* The members of a group, by their ranks in the window. few: room for FEW numbers, twice. */
static Members members_of(Word group, Word window, int* few) {
    Members members = {few, 0};
    Word all = 0;
    hp_mpi.group_size(group, &members.n);
    if (members.n > FEW)
        members.ranks = (int*)ASK_MPI(ROOM, 2 * sizeof(int) * (unsigned long)members.n, 0, 0, 0);
    int* const own = members.ranks + members.n;
    for (int i = 0; i < members.n; i++)
        own[i] = i;
    hp_mpi.window_group(window, &all);
    hp_mpi.translate(group, members.n, own, all, members.ranks);
    hp_mpi.free_group(&all);
    return members;
}

static void give_up(const Members* members, const int* few) {
    if (members->ranks != few)
        TELL_MPI(NO_ROOM, members->ranks, 0, 0, 0);
}

WRAP_MPI(Win_post, WinZupost, (Word group, Word assertion, Word window)) {
    OrigFn original;
    Word result;
    int few[2 * FEW];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Word of = hp_mpi_passed(window);
    if (ASK_MPI(COMM_IS_KNOWN, of, 0, 0, 0)) {
        const Members origins = members_of(hp_mpi_passed(group), of, few);
        TELL_MPI(EXPOSES, of, origins.ranks, origins.n, 0);
        give_up(&origins, few);
    }
    CALL_FN_W_WWW(result, original, group, assertion, window);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Win_start, WinZustart, (Word group, Word assertion, Word window)) {
    OrigFn original;
    Word result;
    int few[2 * FEW];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    CALL_FN_W_WWW(result, original, group, assertion, window);
    const Word of = hp_mpi_passed(window);
    if ((int)result == 0 && ASK_MPI(COMM_IS_KNOWN, of, 0, 0, 0)) {
        const Members targets = members_of(hp_mpi_passed(group), of, few);
        TELL_MPI(ACCESSES, of, targets.ranks, targets.n, ((int)assertion & hp_mpi.no_check) == 0);
        give_up(&targets, few);
    }
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* A target may let it begin late, but not end before it exposes its window. */
WRAP_MPI(Win_complete, WinZucomplete, (Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation exposed = ASK_MPI(COMPLETES, hp_mpi_passed(window), 0, 0, 0);
    TELL_MPI(CALL, exposed, 0, 0, 0);
    CALL_FN_W_W(result, original, window);
    hp_mpi_depart(exposed);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Win_wait, WinZuwait, (Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation complete = ASK_MPI(EXPOSED, hp_mpi_passed(window), 0, 0, 0);
    TELL_MPI(CALL, complete, 0, 0, 0);
    CALL_FN_W_W(result, original, window);
    hp_mpi_depart(complete);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Win_test, WinZutest, (Word window, const int* flag)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    CALL_FN_W_WW(result, original, window, flag);
    if ((int)result == 0 && *flag)
        hp_mpi_depart(ASK_MPI(EXPOSED, hp_mpi_passed(window), 0, 0, 0));
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
