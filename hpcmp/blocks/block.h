/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The descriptor of a heap block. The program allocates heap blocks with malloc and its family, or
 * with an allocator of its own that announces its blocks with Valgrind's client requests.
 *
 * The room blocks knows where each block lies, but not what happens to the block. It asks base.
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

/* Facts in a block's alloc event, apart from the block's birth (a number, see trace/ids.h). */
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
    Traffic carried;        /* pending counts for which r and w of the block have no room */
    BlockOrigin origin;     /* for --hpcmp-keep-last only */
} BlockExtra;

#define HP_ADDRESS_BITS 47
#define HP_MAX_TOUCHER ((1UL << (64 - HP_ADDRESS_BITS)) - 1)

/* One heap block. Every byte of the address space belongs to at most one live block. If a custom
   block lies inside another block, its bytes belong to the custom block. The block map
   (blocks/map.h) leads from a byte to its block.

   Traffic: a count is pending until its thread's next sync event. r and w are the pending counts of
   one thread, the toucher: the bytes that it has read and written here since its last sync event.
   The pending counts of other threads are spills. The descriptor of a freed block stays as long as
   counts are pending, so that no count is lost.

   The descriptor is small, because there may be millions, and each access looks at one. */
typedef struct _Block {
    union {
        struct {
            ULong addr : HP_ADDRESS_BITS;
            ULong toucher : 64 - HP_ADDRESS_BITS; /* a ThreadId, or 0 */
        };
        ULong addr_and_toucher; /* so that one comparison checks both */
    };
    union {
        struct {
            UInt r;
            UInt w;
        };
        ULong r_and_w; /* so that one addition changes both; each is less than 1 << 31 */
    };
    ULong is_custom : 1;  /* announced by a client request */
    ULong is_word : 1;    /* not a block, but memory with a watched word; see count/watched.h */
    ULong is_crowded : 1; /* custom blocks or watched words are or were inside; has no toucher */
    ULong is_dead : 1;    /* freed, but some thread's counts are pending */
    ULong has_extra : 1;
    ULong birth_high : 12;
    ULong size : HP_ADDRESS_BITS; /* as requested, and at least 1 */
    UInt birth_low;               /* the lower bits of its birth; see trace/ids.h */
    UInt touch_index;             /* place in the toucher's list of touched blocks */
} Block;

/* Returns the block's extra part. If there is none, makes one. */
BlockExtra* hp_block_extra(Block* b);
/* Returns the block's extra part, or NULL if there is none. */
BlockExtra* hp_block_extra_if_any(const Block* b);
void hp_block_drop_extra(Block* b);
/* The birth of its alloc event. */
ULong hp_block_birth(const Block* b);
void hp_block_set_birth(Block* b, ULong birth);
/* The block that a custom block lies in, or NULL. */
Block* hp_block_outer(const Block* b);

void hp_block_init(void);

#endif
