/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mutexes and spin locks: the n-th unlock publishes n, a lock takes the number
 * of unlocks so far.  Locking again what one holds is no synchronisation.
 *
 * Reader/writer locks: time is cut into epochs by the unlocks after writing.
 */

#include "hpcmp/sync/objects.h"
#include "shared/trace_vocabulary.h"

void hp_lock_release(Thread* t, HpPrim prim, Addr a, Bool may_fail) {
    SyncObj* obj = hp_sync_object(t, prim, a, NULL);
    LockState* lock = &obj->lock;
    Bool is_owner = lock->owner == t->thid;
    if (may_fail && !is_owner)
        return;
    if (is_owner && lock->depth > 1) {
        lock->depth--;
        return;
    }
    lock->owner = 0;
    lock->depth = 0;
    hp_sync_release(t, obj, ++lock->n_released, NULL);
}

void hp_lock_acquired(Thread* t, HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_object(t, prim, a, NULL);
    LockState* lock = &obj->lock;
    if (lock->owner == t->thid) {
        lock->depth++;
    } else {
        lock->owner = t->thid;
        lock->depth = 1;
        hp_sync_acquire(t, obj, lock->n_released, NULL);
    }
    hp_waiting_end(t);
}

void hp_lock_is_robust(Thread* t, Addr a) {
    hp_sync_known(a)->lock.is_robust = True;
    t->may_hold_robust = True;
}

static void release_if_robust(Thread* t, SyncObj* obj) {
    if (obj->prim != HP_PRIM_MUTEX || !obj->lock.is_robust || obj->lock.owner != t->thid)
        return;
    obj->lock.depth = 1;
    hp_lock_release(t, HP_PRIM_MUTEX, obj->node.key, False);
}

void hp_lock_abandon(Thread* t) {
    if (t->may_hold_robust)
        hp_sync_for_each(t, release_if_robust);
}

/* The standard streams are the C library's, but who locks one by name means it. */
static void know_stream(Thread* t, Addr a) {
    hp_sync_object(t, HP_PRIM_MUTEX, a, NULL)->is_internal = False;
}

void hp_stream_release(Thread* t, Addr a) {
    know_stream(t, a);
    hp_lock_release(t, HP_PRIM_MUTEX, a, True);
}

void hp_stream_acquired(Thread* t, Addr a) {
    know_stream(t, a);
    hp_lock_acquired(t, HP_PRIM_MUTEX, a);
}

void hp_spin_init_or_unlock(Thread* t, Addr a) {
    const SyncObj* obj = hp_sync_known(a);
    if (obj != NULL && obj->prim == HP_PRIM_SPIN && obj->lock.owner != 0)
        hp_lock_release(t, HP_PRIM_SPIN, a, False);
    else
        hp_object_init(t, HP_PRIM_SPIN, a, 0);
}

static ULong epoch(const LockState* lock) {
    return lock->n_released + 1;
}

void hp_rwlock_release(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_object(t, HP_PRIM_RWLOCK, a, NULL);
    LockState* lock = &obj->lock;
    if (lock->owner == t->thid) {
        lock->owner = 0;
        lock->n_released++;
        hp_sync_release(t, obj, epoch(lock), TRACE_MODE_WR);
    } else {
        hp_sync_release(t, obj, epoch(lock), TRACE_MODE_RD);
    }
}

void hp_rwlock_acquired(Thread* t, Addr a, Bool is_writer) {
    SyncObj* obj = hp_sync_object(t, HP_PRIM_RWLOCK, a, NULL);
    if (is_writer)
        obj->lock.owner = t->thid;
    hp_sync_acquire(t, obj, epoch(&obj->lock), is_writer ? TRACE_MODE_WR : TRACE_MODE_RD);
    hp_waiting_end(t);
}
