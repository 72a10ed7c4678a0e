/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The descriptor of a heap block. The program allocates heap blocks with malloc and its family, or
 * with an allocator of its own that announces its blocks with Valgrind's client requests.
 *
 * The room blocks knows where each block lies, and nothing of what happens to it; it asks
 * base.
 */
#ifndef HP_BLOCK_H
#define HP_BLOCK_H

#include "hpcmp/base/basics.h"

struct _Spill;
struct _SyncObj;

/* Bytes read and written. */
typedef struct {
    ULong r;
    ULong w;
} Traffic;

/* What the trace says of a block beside its birth. */
typedef struct {
    ULong thid; /* the thread that allocates it */
    UInt at;    /* where in the program: a StackNumber */
    Bool is_librarys;
} BlockOrigin;

/* Members that only a few blocks need. */
typedef struct {
    VgHashNode node;        /* key: the block */
    struct _Spill* spills;  /* counts set aside; see count/traffic.h */
    struct _Block* outer;   /* the block that this custom block lies in */
    struct _SyncObj* syncs; /* synchronisation objects inside */
    Traffic carried;        /* pending, too, because the block's own counts have no room for it */
    BlockOrigin origin;     /* for --hpcmp-keep-last only */
} BlockExtra;

#define HP_ADDRESS_BITS 47
#define HP_MAX_TOUCHER ((1UL << (64 - HP_ADDRESS_BITS)) - 1)

/* One heap block. Every byte of the address space belongs to at most one live block, which is the
   innermost one if custom blocks lie inside others. The block map (blocks/map.h) leads from a byte
   to its block.

   Traffic: r and w are the bytes that the toucher read and wrote here since its last sync event;
   all other pending counts are spills.  The descriptor of a freed block stays as long as counts are
   pending, so that none of them is lost.

   The descriptor is small, because there may be millions, and each access looks at one. */
typedef struct _Block {
    union {
        struct {
            ULong addr : HP_ADDRESS_BITS;
            ULong toucher : 64 - HP_ADDRESS_BITS; /* a ThreadId, or 0 */
        };
        ULong addr_and_toucher; /* one comparison for both */
    };
    union {
        struct {
            UInt r;
            UInt w;
        };
        ULong r_and_w; /* one addition for both; less than 1 << 31 each */
    };
    ULong is_custom : 1;  /* announced by a client request */
    ULong is_word : 1;    /* no block, but memory with a word that is watched; see
                             count/watched.h */
    ULong is_crowded : 1; /* custom blocks or words lie or lay inside; has no toucher */
    ULong is_dead : 1;    /* freed, but some thread's counts are pending */
    ULong has_extra : 1;
    ULong birth_high : 12;
    ULong size : HP_ADDRESS_BITS; /* as requested, and at least 1 */
    UInt birth_low;               /* of its alloc event; see trace/trace.h */
    UInt touch_index;             /* place in the toucher's list of touched blocks */
} Block;

/* The block's extra part, which is made if necessary. */
BlockExtra* hp_block_extra(Block* b);
/* The same, or NULL if it has none. */
BlockExtra* hp_block_extra_if_any(const Block* b);
void hp_block_drop_extra(Block* b);
/* The birth of its alloc event. */
ULong hp_block_birth(const Block* b);
void hp_block_set_birth(Block* b, ULong birth);
/* The block that a custom block lies in, or NULL. */
Block* hp_block_outer(const Block* b);

void hp_block_init(void);

#endif
