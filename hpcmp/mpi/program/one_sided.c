/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations on memory that another rank exposes. They do not order ranks. The trace tells only how
 * many bytes they move.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/messages.h"
#include "hpcmp/mpi/program/wrapper.h"

static void tell_target(Word window, int target) {
    Word members = 0, world = 0;
    int rank = -1;
    hw_mpi.window_group(window, &members);
    hw_mpi.group(hw_mpi.world, &world);
    hw_mpi.translate(members, 1, &target, world, &rank);
    hw_mpi.free_group(&members);
    hw_mpi.free_group(&world);
    TELL(MPI_TARGET, window, target, rank);
}

static void tell_moves(Word window, int target, Word to, Word from) {
    const Word of = hw_mpi_passed_handle(window);
    if (target == hw_mpi.proc_null || !ASK(MPI_COMM_IS_KNOWN, of))
        return;
    if (ASK(MPI_MOVES, of, target, to, from))
        return;
    tell_target(of, target);
    TELL(MPI_MOVES, of, target, to, from);
}

/* Bytes that the target needs for an operation that may be to do nothing there. */
static Word operand(Word operation, Word count, Word type) {
    hw_mpi_find_library();
    return hw_mpi_passed_handle(operation) == hw_mpi.no_op ? 0 : hw_mpi_bytes(count, type);
}

static Word bytes(Word count, Word type) {
    hw_mpi_find_library();
    return hw_mpi_bytes(count, type);
}

/* The call moves so many bytes to the target, and from it. */
#define MOVE(call, to, from)                                                                       \
    TELL(MPI_ENTER, 0, 1);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        tell_moves(window, target, to, from);

#define PUT(call) MOVE(call, bytes(items, type), 0)
#define GET(call) MOVE(call, 0, bytes(items, type))
#define GET_ACCUMULATE(call)                                                                       \
    MOVE(call, operand(operation, items, type), bytes(taken_items, taken_type))
#define FETCH_AND_OP(call) MOVE(call, operand(operation, 1, type), bytes(1, type))
/* Two items go to the target: the value that is compared, and the value that replaces it. */
#define COMPARE_AND_SWAP(call) MOVE(call, bytes(2, type), bytes(1, type))

#include "hpcmp/mpi/program/functions.h"
