/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Heap blocks: what the program allocates, from malloc and its family or from
 * an allocator of its own that announces its blocks with Valgrind's client
 * requests.
 */
#ifndef HP_HEAP_H
#define HP_HEAP_H

#include "hp_include.h"

struct _Thread;
struct _Spill;
struct _SyncObj;

/* What few blocks have. */
typedef struct {
   struct _Spill* spills;  /* counts set aside; see hp_traffic.h */
   struct _Block* outer;   /* the block that this custom block lies in */
   struct _SyncObj* syncs; /* synchronisation objects inside */
} BlockExtra;

/* One heap block.  Every byte of the address space belongs to at most one
   live block, the innermost where custom blocks lie inside others; the block
   map (hp_blockmap.h) leads from the one to the other.

   Traffic: r and w are the bytes that `toucher` read and wrote here since its
   last sync event; all other pending counts are spills.  A freed block stays
   as long as counts are pending, so that none is lost.

   A cache line: every access to a block goes through its descriptor. */
typedef struct _Block {
   Addr addr;
   SizeT size;               /* as requested, and at least 1 */
   struct _Thread* toucher;  /* always NULL if is_crowded */
   ULong r;
   ULong w;
   ULong alloc_id;           /* its alloc event, ... */
   BlockExtra* extra;        /* or NULL */
   UInt touch_index;         /* place in toucher's list of touched blocks */
   Bool is_custom;           /* announced by a client request */
   Bool is_crowded;          /* custom blocks lie or lay inside */
   Bool is_dead;             /* freed, but some thread's counts are pending */
   UChar alloc_trace;        /* ... in the trace of this hp_trace_number */
} Block;

/* Makes the handlers of malloc and its family known to Valgrind. */
void hp_heap_init(void);

/* A block has come into being: gives it its place in the map and its alloc
   event.  outer: see Block. */
Block* hp_block_begin(struct _Thread* t, Addr a, SizeT size, Bool is_custom,
                      Block* outer);
/* The block ends: its sync objects, then the block itself with this thread's
   traffic.  The memory it stood for is the outer block's again. */
void hp_block_end(struct _Thread* t, Block* b);
/* The block's extra part, made if need be. */
BlockExtra* hp_block_extra(Block* b);
/* The block that a custom block lies in, or NULL. */
Block* hp_block_outer(const Block* b);

/* Gives the descriptor back once the block is dead and no count is pending. */
void hp_block_release(Block* b);

/* Blocks of a program's own allocator: VALGRIND_MALLOCLIKE_BLOCK,
   FREELIKE_BLOCK, RESIZEINPLACE_BLOCK. */
void hp_custom_alloc(struct _Thread* t, Addr a, SizeT size);
void hp_custom_free(struct _Thread* t, Addr a);
void hp_custom_resize(struct _Thread* t, Addr a, SizeT new_size);
/* Ends the custom blocks that lie inside b, before b ends. */
void hp_custom_end_inside(struct _Thread* t, Block* b);

#endif
