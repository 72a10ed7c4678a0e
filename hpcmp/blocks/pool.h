/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory for the descriptors of blocks, and references to it.
 *
 * A reference names a descriptor, or a table of the block map, by 32 bits, because there are many
 * such names and pointers would take twice the memory. So descriptors and tables must lie within 16
 * GiB of the first descriptor. They do as long as Valgrind's own memory is smaller than that.
 */
#ifndef HP_BLOCK_POOL_H
#define HP_BLOCK_POOL_H

#include "hpcmp/blocks/block.h"

/* Memory at a multiple of 8 bytes from hp_ref_base, in either direction. 0 means none. Code that
   nevertheless follows reference 0 finds a block that covers no byte. */
typedef Int Ref;

#define HP_REF_SHIFT 3
extern Addr hp_ref_base;

static inline void* hp_at(Ref ref) {
    return (void*)(hp_ref_base + ((Addr)(Long)ref << HP_REF_SHIFT));
}

/* Returns the reference to p. If p is too far away, ends the run with a message. */
Ref hp_ref(const void* p);

/* Returns a new descriptor that is all zero. */
Block* hp_block_pool_alloc(void);
/* Gives the descriptor back once the block is dead and no count is pending. */
void hp_block_release(Block* b);

/* Calls `visit` for every live block. `visit` must not begin or end a block. */
void hp_blocks_for_each(void (*visit)(const Block*));

void hp_block_pool_init(void);

#endif
