/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/blocks/pool.h"

#include "config.h"
#include "pub_tool_aspacemgr.h"

Addr hp_ref_base;

/* The number of bytes that Refs can reach.  Half of them lie below hp_ref_base: Valgrind's memory
   grows upwards, but memory that was given back below our first slab may be given to us later. */
#define REACH ((1UL << 32) << HP_REF_SHIFT)

/* `error` is a number of the kernel's, or 0. */
static __attribute__((noreturn)) void out_of_memory(const HChar* who, SizeT size, UWord error) {
#ifdef VALGRIND_OUT_OF_MEMORY_TAKES_ERROR
    VG_(out_of_memory_NORETURN)(who, size, error);
#else
    VG_(out_of_memory_NORETURN)(who, size);
#endif
}

static Addr distance_from_lowest(Addr a) {
    return a - (hp_ref_base - REACH / 2);
}

Ref hp_ref(const void* p) {
    if (distance_from_lowest((Addr)p) >= REACH)
        out_of_memory("hp.block_pool.reach", REACH, 0);
    return ((Long)((Addr)p - hp_ref_base)) >> HP_REF_SHIFT;
}

/*------------------------------------------------------------*/
/*--- Slabs                                                 ---*/
/*------------------------------------------------------------*/

#define SLAB_SHIFT 20
#define SLAB_SIZE (1UL << SLAB_SHIFT)

/* An unused descriptor leads to the next one. */
typedef union _Slot {
    Block block;
    union _Slot* next;
} Slot;

STATIC_ASSERT(sizeof(Slot) == 32);

/* Some memory from the system, given back when nothing in it is used.  Linked
   with others while it has room. */
typedef struct _Slab {
    struct _Slab* next;
    struct _Slab* prev;
    Slot* unused;   /* of those that were used once */
    UInt n_touched; /* the others have never been */
    UInt n_used;
    Slot slots[] __attribute__((aligned(32)));
} Slab;

#define SLOTS_PER_SLAB ((SLAB_SIZE - sizeof(Slab)) / sizeof(Slot))

static Slab* g_with_room;

/* The slabs, by the unit of slab size that each begins in.  At most one slab begins in a unit. */
static Slab* g_slabs[REACH >> SLAB_SHIFT];

static Slab** place_of(Addr a) {
    return &g_slabs[distance_from_lowest(a) >> SLAB_SHIFT];
}

static Slab* slab_of(const Slot* slot) {
    Slab** place = place_of((Addr)slot);
    return *place != NULL && (Addr)*place <= (Addr)slot ? *place : place[-1];
}

static void link_slab(Slab* slab) {
    slab->prev = NULL;
    slab->next = g_with_room;
    if (slab->next != NULL)
        slab->next->prev = slab;
    g_with_room = slab;
}

static void unlink_slab(Slab* slab) {
    if (slab->prev != NULL)
        slab->prev->next = slab->next;
    else
        g_with_room = slab->next;
    if (slab->next != NULL)
        slab->next->prev = slab->prev;
}

static Slab* slab_from_system(void) {
#ifdef VALGRIND_SHADOW_ALLOC_GIVES_SYSRES
    SysRes res = VG_(am_shadow_alloc)(SLAB_SIZE);
    UWord error = sr_isError(res) ? sr_Err(res) : 0;
    Slab* slab = sr_isError(res) ? NULL : (Slab*)sr_Res(res);
#else
    UWord error = 0;
    Slab* slab = VG_(am_shadow_alloc)(SLAB_SIZE);
#endif
    if (slab == NULL)
        out_of_memory("hp.block_pool.slab", SLAB_SIZE, error);
    return slab;
}

static void add_slab(void) {
    Slab* slab = slab_from_system();
    if (hp_ref_base == 0)
        hp_ref_base = (Addr)slab->slots;
    hp_ref((UChar*)slab + SLAB_SIZE);
    *place_of((Addr)slab) = slab;
    link_slab(slab);
}

/* The first descriptor is that of the block without a byte. */
void hp_block_pool_init(void) {
    add_slab();
    hp_block_pool_alloc();
}

static void drop_slab(Slab* slab) {
    unlink_slab(slab);
    *place_of((Addr)slab) = NULL;
    VG_(am_munmap_valgrind)((Addr)slab, SLAB_SIZE);
}

Block* hp_block_pool_alloc(void) {
    if (g_with_room == NULL)
        add_slab();
    Slab* slab = g_with_room;
    Slot* slot = slab->unused;
    if (slot != NULL)
        slab->unused = slot->next;
    else
        slot = &slab->slots[slab->n_touched++];
    if (++slab->n_used == SLOTS_PER_SLAB)
        unlink_slab(slab);
    slot->block = (Block){0};
    return &slot->block;
}

/* One slab without a used slot is kept for the next blocks. */
static void free_descriptor(Block* b) {
    Slot* slot = (Slot*)b;
    Slab* slab = slab_of(slot);
    tl_assert(slab != NULL && slab->n_used > 0);
    b->size = 0; /* for hp_blocks_for_each */
    slot->next = slab->unused;
    slab->unused = slot;
    if (slab->n_used-- == SLOTS_PER_SLAB)
        link_slab(slab);
    if (slab->n_used == 0 && (slab->next != NULL || slab->prev != NULL))
        drop_slab(slab);
}

void hp_blocks_for_each(void (*visit)(const Block*)) {
    for (UWord i = 0; i < sizeof g_slabs / sizeof *g_slabs; i++)
        for (UInt n = 0; g_slabs[i] != NULL && n < g_slabs[i]->n_touched; n++) {
            const Block* b = &g_slabs[i]->slots[n].block;
            if (b->size > 0 && !b->is_word && !b->is_dead)
                visit(b);
        }
}

void hp_block_release(Block* b) {
    const BlockExtra* extra = hp_block_extra_if_any(b);
    if (!b->is_dead || b->toucher != 0 || (extra != NULL && extra->spills != NULL))
        return;
    hp_block_drop_extra(b);
    free_descriptor(b);
}
