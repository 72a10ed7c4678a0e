/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations on memory that another rank exposes. They order nothing; only the number of bytes that
 * they move is told.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

static void tell_target(Word window, int target) {
    Word members = 0, world = 0;
    int rank = -1;
    hp_mpi.window_group(window, &members);
    hp_mpi.group(hp_mpi.world, &world);
    hp_mpi.translate(members, 1, &target, world, &rank);
    hp_mpi.free_group(&members);
    hp_mpi.free_group(&world);
    TELL_MPI(TARGET, window, target, rank, 0);
}

/* The call moves so many bytes to the target, and from it. */
static void moves(Word window, Word target, Word to, Word from) {
    const Word of = hp_mpi_passed(window);
    if ((int)target == hp_mpi.proc_null || !ASK_MPI(COMM_IS_KNOWN, of, 0, 0, 0))
        return;
    if (ASK_MPI(MOVES, of, (int)target, to, from))
        return;
    tell_target(of, (int)target);
    TELL_MPI(MOVES, of, (int)target, to, from);
}

/* Bytes that the target needs for an operation that may be to do nothing there. */
static Word operand(Word operation, Word count, Word type) {
    hp_mpi_know();
    return hp_mpi_passed(operation) == hp_mpi.no_op ? 0 : hp_mpi_bytes(count, type);
}

static Word bytes(Word count, Word type) {
    hp_mpi_know();
    return hp_mpi_bytes(count, type);
}

/* With n parameters: window, target, and the bytes that are moved to and from it. */
#define MOVES(fn, zfn, n, window, target, to, from)                                                \
    WRAP_MPI_COUNTED(fn, zfn, PARAMS_##n) {                                                        \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 1, 0, 0);                                                               \
        CALL_##n;                                                                                  \
        if ((int)result == 0)                                                                      \
            moves(window, target, to, from);                                                       \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

MOVES(Put, Put, 8, a8, a4, bytes((int)a2, a3), 0)
MOVES(Put_c, PutZuc, 8, a8, a4, bytes(a2, a3), 0)
MOVES(Rput, Rput, 9, a8, a4, bytes((int)a2, a3), 0)
MOVES(Rput_c, RputZuc, 9, a8, a4, bytes(a2, a3), 0)
MOVES(Get, Get, 8, a8, a4, 0, bytes((int)a2, a3))
MOVES(Get_c, GetZuc, 8, a8, a4, 0, bytes(a2, a3))
MOVES(Rget, Rget, 9, a8, a4, 0, bytes((int)a2, a3))
MOVES(Rget_c, RgetZuc, 9, a8, a4, 0, bytes(a2, a3))
MOVES(Accumulate, Accumulate, 9, a9, a4, bytes((int)a2, a3), 0)
MOVES(Accumulate_c, AccumulateZuc, 9, a9, a4, bytes(a2, a3), 0)
MOVES(Raccumulate, Raccumulate, 10, a9, a4, bytes((int)a2, a3), 0)
MOVES(Raccumulate_c, RaccumulateZuc, 10, a9, a4, bytes(a2, a3), 0)
MOVES(Get_accumulate, GetZuaccumulate, 12, a12, a7, operand(a11, (int)a2, a3), bytes((int)a5, a6))
MOVES(Get_accumulate_c, GetZuaccumulateZuc, 12, a12, a7, operand(a11, a2, a3), bytes(a5, a6))
MOVES(Rget_accumulate, RgetZuaccumulate, 13, a12, a7, operand(a11, (int)a2, a3), bytes((int)a5, a6))
MOVES(Rget_accumulate_c, RgetZuaccumulateZuc, 13, a12, a7, operand(a11, a2, a3), bytes(a5, a6))
MOVES(Fetch_and_op, FetchZuandZuop, 7, a7, a4, operand(a6, 1, a3), bytes(1, a3))
/* Two items go to the target: the value that is compared, and the value that replaces it. */
MOVES(Compare_and_swap, CompareZuandZuswap, 7, a7, a5, bytes(2, a4), bytes(1, a4))
