/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The life of a block: from its alloc event to its free event.
 *
 * The room heap knows how a program allocates and frees its blocks. It asks blocks, threads, count
 * and trace.
 */
#ifndef HP_LIFE_H
#define HP_LIFE_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/threads/threads.h"

/* A block begins. Puts it into the block map and records its alloc event. outer: the block that it
   lies in, or NULL. */
Block* hp_block_begin(Thread* t, Addr a, SizeT size, Bool is_custom, Block* outer);
/* The block ends. First everything inside it ends (see hp_block_on_end). Then the block's free
   event is recorded, with this thread's traffic. The block's memory belongs to the outer block
   again. */
void hp_block_end(Thread* t, Block* b);

/* Like hp_block_begin() and hp_block_end(), but without changing the block map. The block keeps its
   place there, or the caller changes the map. */
void hp_block_record_begin(Thread* t, Block* b);
void hp_block_record_end(Thread* t, Block* b);

/* From now on calls `call` whenever a block is about to end. Functions that were registered earlier
   are called first. */
void hp_block_on_end(void (*call)(Thread* t, Block* b));

#endif
