/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The life of a block: from its alloc event to its free event.
 *
 * The room heap knows how a program comes by its blocks and gives them back; it asks
 * blocks, threads, count and trace.
 */
#ifndef HP_LIFE_H
#define HP_LIFE_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/threads/threads.h"

/* A block has come into being: gives it its place in the map and its alloc
   event.  outer: see Block. */
Block* hp_block_begin(Thread* t, Addr a, SizeT size, Bool is_custom, Block* outer);
/* The block ends: first what is in it, then the block itself with this thread's
   traffic.  The memory it stood for is the outer block's again. */
void hp_block_end(Thread* t, Block* b);

/* The same without the map: the block keeps its place there, or the caller sees to it. */
void hp_block_record_begin(Thread* t, Block* b);
void hp_block_record_end(Thread* t, Block* b);

/* Calls this whenever a block is about to end: after what has been registered before. */
void hp_block_on_end(void (*call)(Thread* t, Block* b));

#endif
