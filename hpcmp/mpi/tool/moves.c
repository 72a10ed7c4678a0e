/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/moves.h"

#include "hpcmp/threads/recording.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    ULong operations;
    ULong bytes;
} Sum;

/* The bytes that are moved to and from a rank of the world. */
typedef struct {
    Word rank;
    Sum to, from;
} Moved;

enum { UNKNOWN = 0 }; /* ranks are kept as numbers from 1 on; negative: it is of another world */

static Int* rank_in_world(MpiComm* window, Word target) {
    static Int nobody = -1;
    if (target < 0 || target >= window->facts.size) /* the call fails */
        return &nobody;
    if (window->ranks_in_world == NULL)
        window->ranks_in_world =
            VG_(calloc)("hp.mpi.ranks", window->facts.size, sizeof *window->ranks_in_world);
    return &window->ranks_in_world[target];
}

void hp_mpi_set_target_rank(MpiComm* window, Word target, Word rank) {
    *rank_in_world(window, target) = rank < 0 ? -1 : (Int)rank + 1;
}

static Moved* moved_with(MpiMoves** moves, Word rank) {
    if (*moves == NULL)
        *moves = VG_(newXA)(VG_(malloc), "hp.mpi.moves", VG_(free), sizeof(Moved));
    for (Word i = VG_(sizeXA)(*moves) - 1; i >= 0; i--) {
        Moved* moved = VG_(indexXA)(*moves, i);
        if (moved->rank == rank)
            return moved;
    }
    return VG_(indexXA)(*moves, VG_(addToXA)(*moves, &(Moved){.rank = rank}));
}

static void add(Sum* sum, ULong bytes) {
    sum->operations += bytes > 0;
    sum->bytes += bytes;
}

Bool hp_mpi_add_move(Thread* t, MpiMoves** moves, MpiComm* window, Word target, ULong to,
                     ULong from) {
    const Int rank = *rank_in_world(window, target);
    if (rank == UNKNOWN)
        return False;
    if (rank > 0 && !hp_is_left_out(t)) {
        Moved* moved = moved_with(moves, rank - 1);
        add(&moved->to, to);
        add(&moved->from, from);
    }
    return True;
}

static void tell(Thread* t, const Sum* sum, const HChar* direction, Word rank) {
    HChar text[160];
    if (sum->operations == 0)
        return;
    VG_(sprintf)(text, TRACE_INFO_MOVES "%llu%s%ld" TRACE_MOVES_BY "%llu", sum->bytes, direction,
                 rank, sum->operations);
    hp_trace_info(t, text);
}

void hp_mpi_tell_moves(Thread* t, MpiMoves** moves) {
    if (*moves == NULL)
        return;
    for (Word i = 0; i < VG_(sizeXA)(*moves); i++) {
        const Moved* moved = VG_(indexXA)(*moves, i);
        tell(t, &moved->to, TRACE_MOVES_TO, moved->rank);
        tell(t, &moved->from, TRACE_MOVES_FROM, moved->rank);
    }
    VG_(deleteXA)(*moves);
    *moves = NULL;
}
