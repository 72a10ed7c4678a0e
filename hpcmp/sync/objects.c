/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/objects.h"

#include "hpcmp/base/options.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_debuginfo.h"
#include "shared/trace_vocabulary.h"

Bool hp_sync_is_said;

static VgHashTable* g_objects;

static const HChar* const g_prim_names[HP_N_PRIMS] = {
    [HP_PRIM_MUTEX] = TRACE_PRIM_MUTEX,
    [HP_PRIM_RWLOCK] = TRACE_PRIM_RWLOCK,
    [HP_PRIM_SPIN] = TRACE_PRIM_SPIN,
    [HP_PRIM_COND] = TRACE_PRIM_COND,
    [HP_PRIM_SEM] = TRACE_PRIM_SEM,
    [HP_PRIM_BARRIER] = TRACE_PRIM_BARRIER,
    [HP_PRIM_ONCE] = TRACE_PRIM_ONCE,
    [HP_PRIM_FUTEX] = TRACE_PRIM_FUTEX,
    [HP_PRIM_PIPE] = TRACE_PRIM_PIPE,
    [HP_PRIM_SIGNAL] = TRACE_PRIM_SIGNAL,
    [HP_PRIM_MESSAGE] = TRACE_PRIM_MESSAGE,
    [HP_PRIM_SEMOP] = TRACE_PRIM_SEMOP,
    [HP_PRIM_FILE_LOCK] = TRACE_PRIM_FILE_LOCK,
    [HP_PRIM_USER] = TRACE_PRIM_USER,
    [HP_PRIM_PARALLEL] = TRACE_PRIM_PARALLEL,
    [HP_PRIM_SINGLE] = TRACE_PRIM_SINGLE,
    [HP_PRIM_ORDERED] = TRACE_PRIM_ORDERED,
    [HP_PRIM_TASK] = TRACE_PRIM_TASK,
    [HP_PRIM_TASKWAIT] = TRACE_PRIM_TASKWAIT,
};

const HChar* hp_prim_name(HpPrim prim) {
    return g_prim_names[prim];
}

void hp_sync_init(void) {
    g_objects = VG_(HT_construct)("hp.sync.objects");
}

/*------------------------------------------------------------*/
/*--- The life of an object                                 ---*/
/*------------------------------------------------------------*/

static Bool is_on(const Thread* t, const SyncObj* obj) {
    return hp_clo_sync[obj->prim] && !obj->is_internal && t->n_paused == 0;
}

/* The newsync event stands before the first other event of the object, which
   may come late: when the thread that begins it is paused, or in the child of a
   fork. */
static void record_begin(Thread* t, SyncObj* obj) {
    if (obj->is_recorded || !is_on(t, obj))
        return;
    obj->is_recorded = True;
    hp_trace_newsync(t, obj->name, obj->node.key);
}

/* The C library and the dynamic linker lock mutexes of their own when a thread
   begins, a library is loaded, and so on.  They lie in their data. */
static Bool is_in_c_library(Addr a) {
    const HChar* path;
    if (VG_(DebugInfo_sect_kind)(&path, a) == Vg_SectUnknown)
        return False;
    const HChar* name = VG_(strrchr)(path, '/');
    name = name == NULL ? path : name + 1;
    return VG_(strncmp)(name, "ld-", 3) == 0 || VG_(strncmp)(name, "libc.so", 7) == 0 ||
           VG_(strncmp)(name, "libc-2", 6) == 0;
}

SyncObj* hp_sync_begin(Thread* t, HpPrim prim, const HChar* name, Addr a) {
    SyncObj* former = hp_sync_known(a);
    if (former != NULL)
        hp_sync_end(t, former);
    SyncObj* obj = VG_(calloc)("hp.sync.object", 1, sizeof *obj);
    obj->node.key = a;
    obj->prim = prim;
    obj->is_said = hp_sync_is_said;
    obj->owns_name = name != NULL;
    obj->name = name != NULL ? VG_(strdup)("hp.sync.name", name) : hp_prim_name(prim);
    VG_(HT_add_node)(g_objects, obj);
    obj->block = hp_blockmap_find(a);
    obj->is_internal = obj->block == NULL && !obj->is_said && is_in_c_library(a);
    if (obj->block != NULL) {
        BlockExtra* extra = hp_block_extra(obj->block);
        obj->next_in_block = extra->syncs;
        extra->syncs = obj;
    }
    record_begin(t, obj);
    return obj;
}

static void unlink_from_block(SyncObj* obj) {
    SyncObj** link = &hp_block_extra(obj->block)->syncs;
    while (*link != obj)
        link = &(*link)->next_in_block;
    *link = obj->next_in_block;
}

void hp_sync_end(Thread* t, SyncObj* obj) {
    if (obj->prim == HP_PRIM_BARRIER)
        hp_barrier_depart_all(obj);
    if (obj->is_recorded)
        hp_trace_delsync(t, obj->name, obj->node.key);
    if (obj->block != NULL)
        unlink_from_block(obj);
    VG_(HT_remove)(g_objects, obj->node.key);
    if (obj->prim == HP_PRIM_COND)
        hp_cond_free(obj);
    if (obj->owns_name)
        VG_(free)((void*)obj->name);
    VG_(free)(obj);
}

void hp_sync_end_inside(Thread* t, Block* b) {
    const BlockExtra* extra = hp_block_extra_if_any(b);
    while (extra != NULL && extra->syncs != NULL)
        hp_sync_end(t, extra->syncs);
}

SyncObj* hp_sync_known(Addr a) {
    return VG_(HT_lookup)(g_objects, a);
}

SyncObj* hp_sync_object(Thread* t, HpPrim prim, Addr a, Bool* is_new) {
    SyncObj* obj = hp_sync_known(a);
    Bool begins = obj == NULL || obj->prim != prim;
    if (begins)
        obj = hp_sync_begin(t, prim, NULL, a);
    if (is_new != NULL)
        *is_new = begins;
    return obj;
}

void hp_sync_for_each(Thread* t, void (*visit)(Thread*, SyncObj*)) {
    VG_(HT_ResetIter)(g_objects);
    SyncObj* obj;
    while ((obj = VG_(HT_Next)(g_objects)) != NULL)
        visit(t, obj);
}

/* What the parent's other threads held stays locked for ever. */
#define NO_LIVING_THREAD (~0ULL)

static void reset_in_child(Thread* t, SyncObj* obj) {
    obj->is_recorded = False;
    switch (obj->prim) {
    case HP_PRIM_MUTEX:
        /* The C library names the owner by a kernel thread, which the forking
           thread is no more: whatever checks that, fails. */
        if (obj->lock.owner != 0)
            obj->lock.owner = NO_LIVING_THREAD;
        obj->lock.n_released = 0;
        break;
    case HP_PRIM_SPIN:
    case HP_PRIM_RWLOCK:
        if (obj->lock.owner != 0)
            obj->lock.owner = obj->lock.owner == t->thid ? 1 : NO_LIVING_THREAD;
        obj->lock.n_released = 0;
        break;
    case HP_PRIM_SEM:
        obj->sem.initial += obj->sem.n_posts - obj->sem.n_waits;
        obj->sem.n_posts = obj->sem.n_waits = 0;
        break;
    case HP_PRIM_COND:
        obj->cond.n_waiters = obj->cond.n_unused = obj->cond.n_since_newest = 0;
        break;
    case HP_PRIM_BARRIER: obj->barrier.n_inside = 0; break;
    case HP_PRIM_ONCE: obj->once.n_ended = 0; break;
    default: break;
    }
}

void hp_sync_reset_in_child(Thread* t) {
    hp_sync_for_each(t, reset_in_child);
}

/*------------------------------------------------------------*/
/*--- What is published and taken                           ---*/
/*------------------------------------------------------------*/

static void record(Thread* t, SyncObj* obj, SyncEvent event) {
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

void hp_sync_release_plain(Thread* t, SyncObj* obj) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_REL});
}

void hp_sync_acquire_plain(Thread* t, SyncObj* obj) {
    record(t, obj, (SyncEvent){.kind = HP_SYNC_ACQ});
}

/*------------------------------------------------------------*/
/*--- init and destroy                                      ---*/
/*------------------------------------------------------------*/

void hp_object_init(Thread* t, HpPrim prim, Addr a, ULong value) {
    SyncObj* obj = hp_sync_begin(t, prim, NULL, a);
    if (prim == HP_PRIM_BARRIER)
        obj->barrier = (BarrierState){.n_participants = value, .round = 1};
    else if (prim == HP_PRIM_SEM)
        obj->sem.initial = value;
}

void hp_object_destroy(Thread* t, HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_known(a);
    if (obj != NULL && obj->prim == prim)
        hp_sync_end(t, obj);
}
