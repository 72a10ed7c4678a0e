/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/objects.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/heap/life.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

static VgHashTable* g_objects;

static const SyncKind g_stateless;
static const SyncKind* g_kinds[HP_N_PRIMS] = {[0 ... HP_N_PRIMS - 1] = &g_stateless};

void hp_sync_kind(HpPrim prim, const SyncKind* kind) {
    g_kinds[prim] = kind;
}

static const SyncKind* kind_of(const SyncObj* obj) {
    return g_kinds[obj->prim];
}

/*------------------------------------------------------------*/
/*--- The life of an object                                 ---*/
/*------------------------------------------------------------*/

static Bool is_on(const Thread* t, const SyncObj* obj) {
    return hp_clo_sync[obj->prim] && !obj->is_internal && t->n_pauses == 0;
}

/* The newsync event stands before the first other event of the object, which
   may come late: when the thread that begins it is paused, or in the child of a
   fork. */
static void record_begin(Thread* t, SyncObj* obj) {
    if (obj->is_recorded || !is_on(t, obj))
        return;
    obj->is_recorded = True;
    hp_trace_newsync(t, obj->name, obj->node.key, obj->block);
}

/* The C library and the dynamic linker lock mutexes of their own when a thread begins, a
   library is loaded, and so on.  They lie in their data. */
static Bool is_internal(const SyncObj* obj) {
    return obj->block == NULL && obj->said_by != HP_BY_PROGRAM &&
           hp_library_of(obj->node.key) == HP_C_LIBRARY;
}

SyncObj* hp_sync_begin(Thread* t, HpReporter by, HpPrim prim, const HChar* name, Addr a,
                       ULong value) {
    SyncObj* former = hp_sync_known(a);
    if (former != NULL)
        hp_sync_end(t, former);
    SyncObj* obj = VG_(calloc)("hp.sync.object", 1, sizeof *obj + g_kinds[prim]->state_size);
    obj->node.key = a;
    obj->prim = prim;
    obj->said_by = by;
    obj->owns_name = name != NULL;
    obj->name = name != NULL ? VG_(strdup)("hp.sync.name", name) : hp_prim_name(prim);
    VG_(HT_add_node)(g_objects, obj);
    obj->block = hp_blockmap_find(a);
    obj->is_internal = is_internal(obj);
    if (obj->block != NULL) {
        BlockExtra* extra = hp_block_extra(obj->block);
        obj->next_in_block = extra->syncs;
        extra->syncs = obj;
    }
    if (kind_of(obj)->begin != NULL)
        kind_of(obj)->begin(obj, value);
    record_begin(t, obj);
    return obj;
}

static void unlink_from_block(SyncObj* obj) {
    SyncObj** link = &hp_block_extra(obj->block)->syncs;
    for (; *link != obj; link = &(*link)->next_in_block)
        tl_assert(*link != NULL);
    *link = obj->next_in_block;
}

void hp_sync_end(Thread* t, SyncObj* obj) {
    if (kind_of(obj)->end != NULL)
        kind_of(obj)->end(t, obj);
    if (obj->is_recorded)
        hp_trace_delsync(t, obj->name, obj->node.key);
    if (obj->block != NULL)
        unlink_from_block(obj);
    VG_(HT_remove)(g_objects, obj->node.key);
    if (obj->owns_name)
        VG_(free)((void*)obj->name);
    VG_(free)(obj->clocks);
    VG_(free)(obj);
}

/* What is in a heap block ends before it. */
static void on_block_end(Thread* t, Block* b) {
    const BlockExtra* extra = hp_block_extra_if_any(b);
    while (extra != NULL && extra->syncs != NULL)
        hp_sync_end(t, extra->syncs);
}

SyncObj* hp_sync_known(Addr a) {
    return VG_(HT_lookup)(g_objects, a);
}

SyncObj* hp_sync_known_as(HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_known(a);
    return obj != NULL && obj->prim == prim ? obj : NULL;
}

SyncObj* hp_sync_object(Thread* t, HpReporter by, HpPrim prim, Addr a, Bool* is_new) {
    SyncObj* obj = hp_sync_known_as(prim, a);
    if (is_new != NULL)
        *is_new = obj == NULL;
    return obj != NULL ? obj : hp_sync_begin(t, by, prim, NULL, a, 0);
}

void hp_object_init(Thread* t, HpReporter by, HpPrim prim, Addr a, ULong value) {
    hp_sync_begin(t, by, prim, NULL, a, value);
}

void hp_object_destroy(Thread* t, HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_known_as(prim, a);
    if (obj != NULL)
        hp_sync_end(t, obj);
}

void hp_sync_for_each(Thread* t, void (*visit)(Thread*, SyncObj*)) {
    VG_(HT_ResetIter)(g_objects);
    SyncObj* obj;
    while ((obj = VG_(HT_Next)(g_objects)) != NULL)
        visit(t, obj);
}

/* None is in the trace of the child yet. */
static void reset_in_child(Thread* t, SyncObj* obj) {
    obj->is_recorded = False;
    if (kind_of(obj)->reset_in_child != NULL)
        kind_of(obj)->reset_in_child(t, obj);
}

static void on_fork(Thread* t) {
    hp_sync_for_each(t, reset_in_child);
}

void hp_objects_init(void) {
    g_objects = VG_(HT_construct)("hp.sync.objects");
    hp_when(HP_IS_FORKS_CHILD, on_fork);
    hp_when_block_ends(on_block_end);
}

/*------------------------------------------------------------*/
/*--- What is published and taken                           ---*/
/*------------------------------------------------------------*/

/* Without a number, an acquire comes after all releases so far. */
static void keep_clocks(Thread* t, SyncObj* obj, const SyncEvent* event) {
    Bool is_reader = event->mode != NULL && VG_(strcmp)(event->mode, TRACE_MODE_RD) == 0;
    if (event->kind == HP_SYNC_REL) {
        if (obj->clocks == NULL)
            obj->clocks = VG_(calloc)("hp.objects.clocks", 1, sizeof *obj->clocks);
        hp_released_at(obj->clocks, event->seq, is_reader, t->clock);
    } else if (obj->clocks != NULL) {
        ULong seq = event->has_seq ? event->seq : ~0UL;
        hp_clock_raise(t, hp_acquired_from(obj->clocks, seq, is_reader));
    }
}

static void record(Thread* t, SyncObj* obj, SyncEvent event) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        keep_clocks(t, obj, &event);
    record_begin(t, obj);
    if (!is_on(t, obj))
        return;
    event.value = obj->node.key;
    event.prim = obj->name;
    hp_trace_sync(t, &event);
}

void hp_sync_release(Thread* t, SyncObj* obj, ULong seq, const HChar* mode) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_REL, .has_seq = True, .seq = seq, .mode = mode});
}

void hp_sync_acquire(Thread* t, SyncObj* obj, ULong seq, const HChar* mode) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_ACQ, .has_seq = True, .seq = seq, .mode = mode});
}

void hp_sync_send(Thread* t, SyncObj* obj, ULong seq, ULong bytes) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_REL, .has_seq = True, .seq = seq, .bytes = bytes});
}

void hp_sync_release_plain(Thread* t, SyncObj* obj) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_REL});
}

void hp_sync_acquire_plain(Thread* t, SyncObj* obj) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_ACQ});
}
