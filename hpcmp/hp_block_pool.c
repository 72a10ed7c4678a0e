/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_block_pool.h"

#define CACHE_LINE 64
#define BLOCKS_PER_SLAB 1023

STATIC_ASSERT(sizeof(Block) == CACHE_LINE);

/* An unused descriptor leads to the next one. */
typedef union _Slot {
   Block block;
   union _Slot* next;
} Slot;

static Slot* g_unused;

static void add_slab(void)
{
   Addr memory = (Addr)VG_(malloc)("hp.block_pool.slab",
                                   (BLOCKS_PER_SLAB + 1) * sizeof(Slot));
   Slot* slots = (Slot*)VG_ROUNDUP(memory, CACHE_LINE);
   for (UInt i = 0; i < BLOCKS_PER_SLAB; i++) {
      slots[i].next = g_unused;
      g_unused = &slots[i];
   }
}

Block* hp_block_pool_alloc(void)
{
   if (g_unused == NULL)
      add_slab();
   Slot* slot = g_unused;
   g_unused = slot->next;
   VG_(memset)(&slot->block, 0, sizeof slot->block);
   return &slot->block;
}

void hp_block_pool_free(Block* b)
{
   Slot* slot = (Slot*)b;
   slot->next = g_unused;
   g_unused = slot;
}
