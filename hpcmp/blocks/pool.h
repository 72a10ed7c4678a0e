/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory for the descriptors of blocks, and references to it.
 *
 * Descriptors, and the tables of the block map, are named by 32 bits wherever
 * there are many names.  That takes all of them to lie within 16 GiB of the first
 * descriptor, which Valgrind's own memory does long before that much of it is used.
 */
#ifndef HP_BLOCK_POOL_H
#define HP_BLOCK_POOL_H

#include "hpcmp/blocks/block.h"

/* Memory at a multiple of 8 bytes from hp_ref_base, in either direction.  0 stands
   for none; whoever looks there all the same finds a block that has no byte. */
typedef Int Ref;

#define HP_REF_SHIFT 3
extern Addr hp_ref_base;

static inline void* hp_at(Ref ref) {
    return (void*)(hp_ref_base + ((Addr)(Long)ref << HP_REF_SHIFT));
}

/* Ends the run with a message if there is no such reference. */
Ref hp_ref(const void* p);

/* A descriptor that is all zero. */
Block* hp_block_pool_alloc(void);
/* Gives the descriptor back once the block is dead and no count is pending. */
void hp_block_release(Block* b);

/* Calls this for every block that lives; it must not begin or end any. */
void hp_blocks_for_each(void (*visit)(const Block*));

void hp_block_pool_init(void);

#endif
