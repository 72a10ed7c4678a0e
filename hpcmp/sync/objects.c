/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/objects.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/machine_clock.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/shared_memory.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/heap/life.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/sync/sharing.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/put_off.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_oset.h"
#include "shared/object_addresses.h"
#include "shared/trace_vocabulary.h"

static VgHashTable* g_objects;

/* The same in the order of their addresses.  A futex and an atomic word may have the same one. */
typedef struct {
    Addr at;
    HpPrim prim;
} PlaceKey;
typedef struct {
    PlaceKey key;
    SyncObj* obj;
} Place;
static OSet* g_places;

/* The objects that lie on a thread's stack. */
typedef struct {
    SyncObj* first; /* or NULL */
} StackObjects;

HP_THREAD_SLOT(StackObjects, stack_objects)

static Word compare_places(const void* key, const void* place) {
    const PlaceKey* a = key;
    const PlaceKey* b = &((const Place*)place)->key;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return (Word)a->prim - (Word)b->prim;
}

static PlaceKey place_of(const SyncObj* obj) {
    return (PlaceKey){obj->at, obj->prim};
}

static const SyncKind g_stateless;
static const SyncKind* g_kinds[HP_N_PRIMS] = {[0 ... HP_N_PRIMS - 1] = &g_stateless};

void hp_sync_set_kind(HpPrim prim, const SyncKind* kind) {
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
    if (obj->told.id != 0 || !is_on(t, obj))
        return;
    if (obj->shared_as != NULL)
        hp_sharing_introduce(t, obj->node.key, obj->begins,
                             kind_of(obj)->value == NULL ? 0 : kind_of(obj)->value(obj), obj->name,
                             obj->shared_as);
    obj->begins = False;
    const NewSync said = hp_sync_newsync(obj);
    obj->told = hp_trace_newsync(t, &said);
}

NewSync hp_sync_newsync(const SyncObj* obj) {
    return (NewSync){obj->name, {obj->node.key, obj->at}, obj->rwlock_kind, obj->block};
}

Bool hp_sync_is_shared(const Thread* t, const SyncObj* obj) {
    return obj->shared_as != NULL && is_on(t, obj);
}

void hp_sync_introduce(Thread* t, SyncObj* obj) {
    record_begin(t, obj);
}

void hp_sync_tell(Thread* t, SyncObj* obj, const HChar* what) {
    record_begin(t, obj);
    if (hp_sync_is_shared(t, obj))
        hp_sharing_tell(t, obj->node.key, what, hp_machine_clock());
}

void hp_sync_tell_more(Thread* t, SyncObj* obj, const HChar* text) {
    record_begin(t, obj);
    if (hp_sync_is_shared(t, obj))
        hp_sharing_tell_more(t, obj->node.key, text);
}

/* The C library and the dynamic linker lock mutexes of their own when a thread begins, a
   library is loaded, and so on.  They lie in their data. */
static Bool is_internal(const SyncObj* obj) {
    return obj->block == NULL && obj->said_by != HP_BY_PROGRAM &&
           hp_library_of(obj->at) == HP_C_LIBRARY;
}

/* To be freed by the caller, if not NULL. */
static HChar* find_shared_as(HpPrim prim, Addr a) {
    return g_kinds[prim]->is_in_memory ? hp_sharing_name(a) : NULL;
}

static void begin_in_block(SyncObj* obj) {
    obj->block = hp_blockmap_find(obj->at);
    if (obj->block == NULL)
        return;
    BlockExtra* extra = hp_block_extra(obj->block);
    obj->next_in_block = extra->syncs;
    extra->syncs = obj;
}

/* Is a between the thread's stack pointer and its pthread_t, in one mapping?  Its stack lies
   there, and above it its thread-local variables.  For example: stack pointer 0x5000, pthread_t
   0x9000, a lock at 0x8ff0 is thread-local.  An object at the pthread_t itself outlives the
   thread, because a joining thread looks there. */
static Bool is_on_stack(const Thread* t, Addr a) {
    const Addr sp = VG_(get_SP)(t->tid);
    const Addr end = hp_thread_pointer(t);
    if (a < sp || a >= end)
        return False;
    const NSegment* mapping = VG_(am_find_nsegment)(sp);
    return mapping != NULL && end <= mapping->end;
}

/* The stack may be that of another thread than the one which uses the object first. */
static void begin_on_stack(SyncObj* obj) {
    HP_FOR_EACH_THREAD (t) {
        if (!is_on_stack(t, obj->at))
            continue;
        obj->on_stack_of = t;
        StackObjects* objects = HP_THREAD_DATA(t, stack_objects);
        obj->next_on_stack = objects->first;
        objects->first = obj;
        return;
    }
}

/* How an object begins. */
typedef struct {
    const HChar* name;      /* of its own, or NULL */
    const HChar* shared_as; /* or NULL */
    ULong value;
    Bool is_initialised; /* else it is seen for the first time */
} Beginning;

static void add_place(SyncObj* obj) {
    Place* place = VG_(OSetGen_AllocNode)(g_places, sizeof *place);
    *place = (Place){place_of(obj), obj};
    VG_(OSetGen_Insert)(g_places, place);
}

/* Is it a kind of words of atomic operations? */
static Bool is_word(HpPrim prim) {
    return prim == HP_PRIM_ATOMIC || prim == HP_PRIM_LOCK_WORD || prim == HP_PRIM_DEAL;
}

static SyncObj* begin(Thread* t, HpReporter by, HpPrim prim, Addr a, Beginning how) {
    SyncObj* former = hp_sync_find(a);
    if (former != NULL)
        hp_sync_end(t, former);
    SyncObj* obj =
        hp_table_add(g_objects, a, "hp.sync.object", sizeof *obj + g_kinds[prim]->state_size);
    obj->at = is_word(prim) ? a - HP_ATOMIC_ADDRESSES : a;
    obj->prim = prim;
    obj->said_by = by;
    obj->owns_name = how.name != NULL;
    obj->name = how.name != NULL ? VG_(strdup)("hp.sync.name", how.name) : hp_prim_name(prim);
    add_place(obj);
    begin_in_block(obj);
    begin_on_stack(obj);
    obj->is_internal = is_internal(obj);
    obj->begins = how.is_initialised;
    obj->shared_as = how.shared_as != NULL ? VG_(strdup)("hp.sync.shared_as", how.shared_as)
                                           : find_shared_as(prim, a);
    obj->mapped_then = hp_n_mapping_changes();
    if (kind_of(obj)->begin != NULL)
        kind_of(obj)->begin(obj, how.value);
    record_begin(t, obj);
    return obj;
}

SyncObj* hp_sync_begin(Thread* t, HpReporter by, HpPrim prim, const HChar* name, Addr a,
                       ULong value) {
    return begin(t, by, prim, a, (Beginning){.name = name, .value = value, .is_initialised = True});
}

static void unlink_from_block(SyncObj* obj) {
    SyncObj** link = &hp_block_extra(obj->block)->syncs;
    for (; *link != obj; link = &(*link)->next_in_block)
        tl_assert(*link != NULL);
    *link = obj->next_in_block;
}

static void unlink_from_stack(SyncObj* obj) {
    SyncObj** link = &stack_objects_of(obj->on_stack_of)->first;
    for (; *link != obj; link = &(*link)->next_on_stack)
        tl_assert(*link != NULL);
    *link = obj->next_on_stack;
}

void hp_sync_end(Thread* t, SyncObj* obj) {
    if (kind_of(obj)->end != NULL)
        kind_of(obj)->end(t, obj);
    if (obj->told.id != 0)
        hp_trace_delsync(t, obj->name, obj->node.key);
    hp_sync_discard(obj);
}

void hp_sync_discard(SyncObj* obj) {
    if (obj->block != NULL)
        unlink_from_block(obj);
    if (obj->on_stack_of != NULL)
        unlink_from_stack(obj);
    const PlaceKey place = place_of(obj);
    VG_(OSetGen_FreeNode)(g_places, VG_(OSetGen_Remove)(g_places, &place));
    VG_(HT_remove)(g_objects, obj->node.key);
    if (obj->owns_name)
        VG_(free)((void*)obj->name);
    VG_(free)(obj->shared_as);
    VG_(free)(obj->clocks);
    VG_(free)(obj);
}

/* The objects in a heap block end before the block. */
static void on_block_end(Thread* t, Block* b) {
    const BlockExtra* extra = hp_block_extra_if_any(b);
    while (extra != NULL && extra->syncs != NULL)
        hp_sync_end(t, extra->syncs);
}

/* The C library gives a thread's stack to the next thread, and tells nobody. */
static void end_on_stack(Thread* t, const Thread* of) {
    const StackObjects* objects = stack_objects_of(of);
    while (objects != NULL && objects->first != NULL)
        hp_sync_end(t, objects->first);
}

void hp_objects_has_exited(Thread* t) {
    end_on_stack(t, t);
}

/* The first object from this place on, but below end; NULL: there is none. */
static SyncObj* first_in(PlaceKey from, Addr end) {
    VG_(OSetGen_ResetIterAt)(g_places, &from);
    const Place* place = VG_(OSetGen_Next)(g_places);
    return place != NULL && place->key.at < end ? place->obj : NULL;
}

void hp_sync_end_in(Thread* t, Addr lo, Addr end) {
    PlaceKey from = {lo, 0};
    for (SyncObj* obj; (obj = first_in(from, end)) != NULL;) {
        from = place_of(obj);
        from.prim++;
        if (obj->shared_as == NULL)
            hp_sync_end(t, obj);
    }
}

SyncObj* hp_sync_find(Addr a) {
    return VG_(HT_lookup)(g_objects, a);
}

SyncObj* hp_sync_find_as(HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_find(a);
    return obj != NULL && obj->prim == prim ? obj : NULL;
}

/* Is what is at its address now not what it was? */
static Bool has_gone(SyncObj* obj) {
    if (obj->mapped_then == hp_n_mapping_changes() || !kind_of(obj)->is_in_memory)
        return False;
    obj->mapped_then = hp_n_mapping_changes();
    HChar* name = hp_sharing_name(obj->node.key);
    Bool is_same = name == NULL || obj->shared_as == NULL ? name == obj->shared_as
                                                          : VG_(strcmp)(name, obj->shared_as) == 0;
    VG_(free)(name);
    return !is_same;
}

static SyncObj* object(Thread* t, HpReporter by, HpPrim prim, Addr a, Beginning how) {
    SyncObj* obj = hp_sync_find_as(prim, a);
    return obj != NULL && !has_gone(obj) ? obj : begin(t, by, prim, a, how);
}

SyncObj* hp_sync_object(Thread* t, HpReporter by, HpPrim prim, Addr a, const HChar* shared_as) {
    return object(t, by, prim, a, (Beginning){.shared_as = shared_as});
}

SyncObj* hp_sync_object_with(Thread* t, HpReporter by, HpPrim prim, Addr a, ULong value) {
    return object(t, by, prim, a, (Beginning){.value = value});
}

void hp_object_init(Thread* t, HpReporter by, HpPrim prim, Addr a, ULong value) {
    hp_sync_begin(t, by, prim, NULL, a, value);
}

static void destroy(Thread* t, SyncObj* obj) {
    if (obj->told.id != 0)
        hp_sync_tell(t, obj, TRACE_OBJECT_ENDS);
    hp_sync_end(t, obj);
}

void hp_object_destroy(Thread* t, HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_find_as(prim, a);
    if (obj != NULL)
        destroy(t, obj);
}

void hp_objects_destroy_in(Thread* t, Addr lo, Addr end) {
    const PlaceKey from = {lo, 0};
    for (SyncObj* obj; (obj = first_in(from, end)) != NULL;)
        destroy(t, obj);
}

void hp_sync_for_each(Thread* t, void (*visit)(Thread*, SyncObj*)) {
    VG_(HT_ResetIter)(g_objects);
    SyncObj* obj;
    while ((obj = VG_(HT_Next)(g_objects)) != NULL)
        visit(t, obj);
}

/* None is in the trace of the child yet. */
static void reset_in_child(Thread* t, SyncObj* obj) {
    obj->told.id = 0;
    obj->begins = False;
    if (kind_of(obj)->reset_in_child != NULL)
        kind_of(obj)->reset_in_child(t, obj);
}

void hp_objects_in_child(Thread* t) {
    hp_sync_for_each(t, reset_in_child);
    HP_FOR_EACH_THREAD (other)
        if (other != t)
            end_on_stack(t, other);
}

void hp_objects_init(void) {
    g_objects = VG_(HT_construct)("hp.sync.objects");
    g_places = VG_(OSetGen_Create)(offsetof(Place, key), compare_places,
                                   VG_(malloc), "hp.sync.places", VG_(free));
    hp_block_on_end(on_block_end);
}

/*------------------------------------------------------------*/
/*--- What is published and taken                           ---*/
/*------------------------------------------------------------*/

/* Without a number, an acquire comes after all releases so far. */
static void keep_clocks(Thread* t, SyncObj* obj, const SyncEvent* event) {
    Bool is_reader = event->mode != NULL && VG_(strcmp)(event->mode, TRACE_MODE_RD) == 0;
    if (event->kind == HP_SYNC_REL) {
        t->released = t->clock;
        if (obj->clocks == NULL)
            obj->clocks = VG_(calloc)("hp.objects.clocks", 1, sizeof *obj->clocks);
        hp_release_clocks_add(obj->clocks, event->seq, is_reader, t->clock);
    } else if (obj->clocks != NULL) {
        ULong seq = event->has_seq ? event->seq : ~0UL;
        hp_clock_raise(t, hp_release_clocks_lowest(obj->clocks, seq, is_reader));
    }
}

/* Returns whether the event is to be written. */
static Bool prepare(Thread* t, SyncObj* obj, SyncEvent* event) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        keep_clocks(t, obj, event);
    t->n_met += !hp_prim_is_lock(obj->prim);
    record_begin(t, obj);
    event->value = obj->node.key;
    event->prim = obj->name;
    return is_on(t, obj);
}

static void record_at(Thread* t, SyncObj* obj, SyncEvent event, ULong clock) {
    if (!prepare(t, obj, &event))
        return;
    if (obj->shared_as != NULL)
        hp_sharing_tell(t, obj->node.key, TRACE_OBJECT_ACTS, clock);
    hp_trace_sync(t, &event);
}

static void put_off(Thread* t, SyncObj* obj, SyncEvent event) {
    if (prepare(t, obj, &event))
        hp_put_off(t, &event);
}

void hp_sync_put_off_release(Thread* t, SyncObj* obj, ULong seq) {
    put_off(t, obj, (SyncEvent){.kind = HP_SYNC_REL, .has_seq = True, .seq = seq});
}

void hp_sync_move_release(Thread* t, SyncObj* obj, StackNumber at) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        keep_clocks(t, obj, hp_put_off_event(t));
    hp_put_off_move(t, at);
}

void hp_sync_put_off_acquire(Thread* t, SyncObj* obj, ULong seq) {
    put_off(t, obj, (SyncEvent){.kind = HP_SYNC_ACQ, .has_seq = True, .seq = seq});
}

static void record(Thread* t, SyncObj* obj, SyncEvent event) {
    record_at(t, obj, event, obj->shared_as != NULL ? hp_machine_clock() : 0);
}

void hp_sync_release(Thread* t, SyncObj* obj, ULong seq, const HChar* mode) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_REL, .has_seq = True, .seq = seq, .mode = mode});
}

void hp_sync_release_since(Thread* t, SyncObj* obj, ULong seq, ULong clock) {
    record_at(t, obj, (SyncEvent){.kind = HP_SYNC_REL, .has_seq = True, .seq = seq}, clock);
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
