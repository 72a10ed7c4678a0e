/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Custom blocks usually lie inside a larger block. While they live, their bytes belong to them and
 * not to the larger block. There may be no gap between two custom blocks.
 */

#include "hpcmp/heap/custom.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/count/stack_memory.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/heap/life.h"
#include "hpcmp/threads/misuse.h"
#include "valgrind.h"

/* Is [a, a + size) inside b, and b more than this very range? */
static Bool encloses(const Block* b, Addr a, SizeT size) {
    if (a < b->addr || a + size > b->addr + b->size)
        return False;
    return !b->is_custom || b->size > size;
}

/* Ends every custom block of a range that does not enclose it; returns False
   if the range runs across the border of a block that the program does not
   manage itself. */
static Bool clear_range(Thread* t, Addr a, SizeT size) {
    Addr at = a;
    while (at < a + size) {
        SizeT same;
        Block* b = hp_blockmap_extent(at, a + size - at, &same);
        if (b != NULL && b->is_word) {
            hp_watch_end_memory(b);
        } else if (b == NULL || encloses(b, a, size)) {
            at += same;
        } else if (b->is_custom) {
            hp_block_end(t, b);
        } else {
            return False;
        }
    }
    return True;
}

/* Blocks that have ended with the block around them, by their addresses: the program may still
   announce their end.  GLib, for example, frees an instance first. */
static VgHashTable* g_ended_early;

static void forget_early_end(Addr a) {
    VG_(free)(VG_(HT_remove)(g_ended_early, a));
}

static void end_early(Thread* t, Block* b) {
    hp_table_find_or_add(g_ended_early, b->addr, "hp.custom.ended_early", sizeof(VgHashNode));
    hp_block_end(t, b);
}

static void begin_block(Thread* t, Addr a, SizeT size) {
    if (size == 0)
        size = 1;
    if (a + size < a || ((a + size) >> HP_ADDRESS_BITS) != 0 || !clear_range(t, a, size)) {
        hp_tell_misuse(t,
                       "MALLOCLIKE block across the border of a heap block, not "
                       "recorded:",
                       a);
        return;
    }
    Block* outer = hp_blockmap_find(a);
    if (outer == NULL)
        hp_stack_memory_drop(a, size);
    forget_early_end(a);
    hp_block_begin(t, a, size, True, outer);
}

/* The custom block that begins at a: the innermost one. */
static Block* find_custom(Addr a) {
    Block* b = hp_blockmap_find(a);
    while (b != NULL && !(b->is_custom && b->addr == a))
        b = hp_block_outer(b);
    return b;
}

static void end_block(Thread* t, Addr a) {
    Block* b = find_custom(a);
    if (b != NULL)
        hp_block_end(t, b);
    else if (VG_(HT_lookup)(g_ended_early, a) == NULL)
        hp_tell_misuse(t, "VALGRIND_FREELIKE_BLOCK of an address without a MALLOCLIKE block:", a);
    else
        forget_early_end(a);
}

static void resize_block(Thread* t, Addr a, SizeT new_size) {
    Block* b = find_custom(a);
    if (b == NULL) {
        hp_tell_misuse(t,
                       "VALGRIND_RESIZEINPLACE_BLOCK of an address without a MALLOCLIKE block:", a);
        return;
    }
    hp_block_end(t, b);
    if (new_size > 0)
        begin_block(t, a, new_size);
}

/* Custom blocks that lie inside b end before it. */
static void on_block_end(Thread* t, Block* b) {
    if (!b->is_crowded)
        return;
    Addr at = b->addr;
    while (at < b->addr + b->size) {
        SizeT same;
        Block* inner = hp_blockmap_extent(at, b->addr + b->size - at, &same);
        if (inner == b || inner == NULL)
            at += same;
        else if (inner->is_word)
            hp_watch_end_memory(inner);
        else
            end_early(t, inner);
    }
}

Bool hp_custom_request(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case VG_USERREQ__MALLOCLIKE_BLOCK: begin_block(t, arg[1], arg[2]); break;
    case VG_USERREQ__FREELIKE_BLOCK: end_block(t, arg[1]); break;
    case VG_USERREQ__RESIZEINPLACE_BLOCK: resize_block(t, arg[1], arg[3]); break;
    default: return False;
    }
    return True;
}

void hp_custom_init(void) {
    g_ended_early = VG_(HT_construct)("hp.custom.ended_early");
    hp_block_on_end(on_block_end);
}
