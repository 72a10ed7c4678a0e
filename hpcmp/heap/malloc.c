/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/heap/malloc.h"

#include "config.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/blocks/pool.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/heap/life.h"
#include "pub_tool_replacemalloc.h"

/* Bytes around a block that belong to nobody, so that a small overrun of the
   program's does not reach Valgrind's own bookkeeping.  With that and the
   bookkeeping, blocks are at least a granule of the block map apart. */
#define REDZONE_SZB 8

/* The block that malloc and its family handed out at p; a custom block may
   begin at the same address. */
static Block* find_malloced(Addr p) {
    Block* b = hp_blockmap_lookup(p);
    while (b != NULL && (b->is_custom || b->is_word))
        b = hp_block_outer(b);
    return b != NULL && b->addr == p ? b : NULL;
}

static void* alloc_block(ThreadId tid, SizeT align, SizeT size, Bool zero) {
    if ((SSizeT)size < 0)
        return NULL;
    void* p = VG_(cli_malloc)(align, size);
    if (p == NULL)
        return NULL;
    if (zero)
        VG_(memset)(p, 0, size);
    hp_block_begin(hp_thread(tid), (Addr)p, size, False, NULL);
    return p;
}

static void* hp_malloc(ThreadId tid, SizeT n) {
    return alloc_block(tid, VG_(clo_alignment), n, False);
}

#ifdef VALGRIND_MEMALIGN_HAS_ORIG_ALIGNMENT
static void* hp_memalign(ThreadId tid, SizeT align, SizeT orig, SizeT n)
#else
static void* hp_memalign(ThreadId tid, SizeT align, SizeT n)
#endif
{
    return alloc_block(tid, align, n, False);
}

#ifdef VALGRIND_NEW_HAS_ORIG_ALIGNMENT
static void* hp_new_aligned(ThreadId tid, SizeT n, SizeT align, SizeT orig)
#else
static void* hp_new_aligned(ThreadId tid, SizeT n, SizeT align)
#endif
{
    return alloc_block(tid, align, n, False);
}

static void* hp_calloc(ThreadId tid, SizeT nmemb, SizeT size) {
    if (size != 0 && nmemb > ~(SizeT)0 / size)
        return NULL;
    return alloc_block(tid, VG_(clo_alignment), nmemb * size, True);
}

static void hp_free(ThreadId tid, void* p) {
    Block* b = find_malloced((Addr)p);
    if (b == NULL)
        return;
    hp_block_end(hp_thread(tid), b);
    VG_(cli_free)(p);
}

static void hp_delete_aligned(ThreadId tid, void* p, SizeT align) {
    hp_free(tid, p);
}

/* A block keeps its place while its slot in Valgrind's heap has room.  In the trace it is a new
   block.  It keeps the former one's descriptor unless that still has pending counts. */
static void* resize_in_place(Thread* t, Block* b, SizeT new_size) {
    void* p = (void*)(Addr)b->addr;
    hp_block_record_end(t, b);
    if (b->toucher == 0 && hp_traffic_spills(b) == NULL) {
        b->is_crowded = False;
        hp_blockmap_resize(b, new_size == 0 ? 1 : new_size);
        hp_block_record_begin(t, b);
        return p;
    }
    hp_blockmap_remove(b);
    b->is_dead = True;
    hp_block_begin(t, (Addr)p, new_size, False, NULL);
    return p;
}

/* A block that has grown once may grow again.  It gets a quarter more room, so that copying costs
   a constant per byte however often it grows. */
static void* malloc_with_room(SizeT size) {
    void* p = VG_(cli_malloc)(VG_(clo_alignment), size + size / 4);
    return p != NULL ? p : VG_(cli_malloc)(VG_(clo_alignment), size);
}

static void* move_block(Thread* t, Block* b, SizeT new_size) {
    void* old_p = (void*)(Addr)b->addr;
    void* new_p = malloc_with_room(new_size);
    if (new_p == NULL)
        return NULL;
    VG_(memcpy)(new_p, old_p, b->size < new_size ? b->size : new_size);
    hp_block_end(t, b);
    VG_(cli_free)(old_p);
    hp_block_begin(t, (Addr)new_p, new_size, False, NULL);
    return new_p;
}

/* realloc to no bytes: as the C library does, unless the user says otherwise.
   Valgrinds that do not ask the tool free the block themselves. */
static Bool no_bytes_frees(void) {
#ifdef VALGRIND_TOOL_REALLOCS_TO_NOTHING
    return VG_(clo_realloc_zero_bytes_frees);
#else
    return True;
#endif
}

static void* hp_realloc(ThreadId tid, void* p, SizeT new_size) {
    if (p == NULL)
        return hp_malloc(tid, new_size);
    Block* b = find_malloced((Addr)p);
    if (b == NULL || (SSizeT)new_size < 0)
        return NULL;
    if (new_size == 0 && no_bytes_frees()) {
        hp_free(tid, p);
        return NULL;
    }
    Thread* t = hp_thread(tid);
    if (new_size <= VG_(cli_malloc_usable_size)(p))
        return resize_in_place(t, b, new_size);
    return move_block(t, b, new_size);
}

static SizeT hp_malloc_usable_size(ThreadId tid, void* p) {
    Block* b = find_malloced((Addr)p);
    return b == NULL ? 0 : b->size;
}

void hp_malloc_init(void) {
    VG_(needs_malloc_replacement)(hp_malloc, hp_malloc, hp_new_aligned, hp_malloc, hp_new_aligned,
                                  hp_memalign, hp_calloc, hp_free, hp_free, hp_delete_aligned,
                                  hp_free, hp_delete_aligned, hp_realloc, hp_malloc_usable_size,
                                  REDZONE_SZB);
}
