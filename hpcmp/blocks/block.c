/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/blocks/block.h"

#include "hpcmp/base/tables.h"

#define BIRTH_LOW_BITS 32

ULong hp_block_birth(const Block* b) {
    return ((ULong)b->birth_high << BIRTH_LOW_BITS) | b->birth_low;
}

void hp_block_set_birth(Block* b, ULong birth) {
    b->birth_low = birth;
    b->birth_high = birth >> BIRTH_LOW_BITS;
}

static VgHashTable* g_extras;

BlockExtra* hp_block_extra_if_any(const Block* b) {
    return b->has_extra ? VG_(HT_lookup)(g_extras, (UWord)b) : NULL;
}

BlockExtra* hp_block_extra(Block* b) {
    BlockExtra* extra = hp_block_extra_if_any(b);
    if (extra == NULL) {
        extra = hp_table_add(g_extras, (UWord)b, "hp.heap.extra", sizeof *extra);
        b->has_extra = True;
    }
    return extra;
}

Block* hp_block_outer(const Block* b) {
    const BlockExtra* extra = hp_block_extra_if_any(b);
    return extra == NULL ? NULL : extra->outer;
}

void hp_block_drop_extra(Block* b) {
    if (b->has_extra)
        VG_(free)(VG_(HT_remove)(g_extras, (UWord)b));
    b->has_extra = False;
}

void hp_block_init(void) {
    g_extras = VG_(HT_construct)("hp.block.extras");
}
