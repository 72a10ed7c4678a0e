/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mutexes and spin locks: the n-th unlock publishes n, and a lock acquires the number of unlocks so
 * far. Example: a mutex has been unlocked twice, so the thread that locks it next acquires 2. If a
 * thread locks a lock again that it holds already, this is no synchronisation.
 *
 * Reader/writer locks: an epoch is the time between two unlocks after writing.
 */

#include "hpcmp/sync/locks.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"
#include "hpcmp/order/follow.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    ULong owner;      /* thid of who holds it for writing, or 0 */
    UInt depth;       /* how often the owner has locked it */
    ULong n_released; /* unlocks so far; of a reader/writer lock: writers' */
    Bool is_robust;   /* its owner's end unlocks it */
} Lock;

/* In the child of a fork, what the parent's other threads held stays locked for ever. */
#define NO_LIVING_THREAD (~0ULL)

static Lock* lock_of(SyncObj* obj) {
    return (Lock*)obj->state;
}

ULong hp_mutex_owner(Addr a) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_MUTEX, a);
    return obj == NULL ? 0 : lock_of(obj)->owner;
}

ULong hp_lock_owner(const SyncObj* obj) {
    const Bool is_lock =
        obj->prim == HP_PRIM_MUTEX || obj->prim == HP_PRIM_SPIN || obj->prim == HP_PRIM_RWLOCK;
    const ULong owner = is_lock ? ((const Lock*)obj->state)->owner : 0;
    return owner == NO_LIVING_THREAD ? 0 : owner;
}

/*------------------------------------------------------------*/
/*--- Mutexes and spin locks                                ---*/
/*------------------------------------------------------------*/

void hp_lock_release(Thread* t, HpReporter by, HpPrim prim, Addr a, Bool may_fail) {
    SyncObj* obj = hp_sync_object(t, by, prim, a, NULL);
    Lock* lock = lock_of(obj);
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

void hp_lock_acquire(Thread* t, HpReporter by, HpPrim prim, Addr a) {
    SyncObj* obj = hp_sync_object(t, by, prim, a, NULL);
    Lock* lock = lock_of(obj);
    if (lock->owner == t->thid) {
        /* A spin lock has no depth.  But the loop in which glibc waits for one begins where
           the function does, so that our wrapper is called within itself. */
        if (prim != HP_PRIM_SPIN)
            lock->depth++;
    } else {
        lock->owner = t->thid;
        lock->depth = 1;
        hp_sync_acquire(t, obj, lock->n_released, NULL);
    }
    hp_waiting_end(t);
}

Bool hp_lock_makes_event(const Thread* t, Addr a) {
    const SyncObj* obj = hp_sync_find(a);
    if (hp_is_in_runtime(t) || hp_is_called_by_runtime(t) || t->n_pauses > 0)
        return False;
    if (obj == NULL)
        return hp_library_of(a) != HP_C_LIBRARY;
    return !obj->is_internal && hp_lock_owner(obj) != t->thid;
}

Bool hp_lock_is_held_at_clock(const Thread* t, HpPrim prim, Addr a) {
    const SyncObj* obj = hp_sync_find_as(prim, a);
    if (obj == NULL || obj->clocks == NULL || hp_clo_order != HP_ORDER_VIRTUAL ||
        hp_is_plan_followed())
        return False;
    return hp_release_clocks_lowest(obj->clocks, ~0UL, True) > t->clock;
}

/* Has there been any robust mutex? */
static Bool g_are_robust;

static void mark_robust(Addr a) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_MUTEX, a);
    if (obj == NULL)
        return;
    lock_of(obj)->is_robust = True;
    g_are_robust = True;
}

void hp_lock_acquire_by_library(Thread* t, HpPrim prim, Addr a, Bool is_robust) {
    hp_lock_acquire(t, HP_BY_LIBRARY, prim, a);
    if (is_robust)
        mark_robust(a);
}

static void release_if_robust(Thread* t, SyncObj* obj) {
    if (obj->prim != HP_PRIM_MUTEX || !lock_of(obj)->is_robust || lock_of(obj)->owner != t->thid)
        return;
    lock_of(obj)->depth = 1;
    hp_lock_release(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, obj->node.key, False);
}

/* Releases the robust mutexes that t holds, because a thread that locks one comes after t's
   exit. */
void hp_locks_exits(Thread* t) {
    if (g_are_robust)
        hp_sync_for_each(t, release_if_robust);
}

/* The standard streams belong to the C library, but a program that locks one by name means it. */
static void set_recorded_stream(Thread* t, Addr a) {
    hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, a, NULL)->is_internal = False;
}

void hp_stream_release(Thread* t, Addr a) {
    set_recorded_stream(t, a);
    hp_lock_release(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, a, True);
}

void hp_stream_acquire(Thread* t, Addr a) {
    set_recorded_stream(t, a);
    hp_lock_acquire(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, a);
}

Bool hp_must_spin(const Thread* t, Addr a, Bool is_locked) {
    if (hp_clo_order != HP_ORDER_VIRTUAL || hp_clo_count_waiting)
        return False;
    const Thread* first = hp_waiting_first(a);
    return is_locked || (first != NULL && first != t);
}

/* Threads that spin look for the lock at their own clocks.  The one that has waited longest is
   told that it is free now, as the kernel does it for a thread that sleeps. */
static void spin_release(Thread* t, Addr a) {
    hp_lock_release(t, HP_BY_LIBRARY, HP_PRIM_SPIN, a, False);
    Thread* next = hp_waiting_first(a);
    if (hp_clo_order == HP_ORDER_VIRTUAL && next != NULL)
        hp_order_make_next(next, t->clock);
}

void hp_spin_init_or_unlock(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_SPIN, a);
    if (obj != NULL && lock_of(obj)->owner != 0)
        spin_release(t, a);
    else
        hp_object_init(t, HP_BY_LIBRARY, HP_PRIM_SPIN, a, 0);
}

/*------------------------------------------------------------*/
/*--- Reader/writer locks                                   ---*/
/*------------------------------------------------------------*/

static ULong epoch(const Lock* lock) {
    return lock->n_released + 1;
}

void hp_rwlock_release(Thread* t, HpReporter by, Addr a) {
    SyncObj* obj = hp_sync_object(t, by, HP_PRIM_RWLOCK, a, NULL);
    Lock* lock = lock_of(obj);
    if (lock->owner == t->thid) {
        lock->owner = 0;
        lock->n_released++;
        hp_sync_release(t, obj, epoch(lock), TRACE_MODE_WR);
    } else {
        hp_sync_release(t, obj, epoch(lock), TRACE_MODE_RD);
    }
}

void hp_rwlock_acquire(Thread* t, HpReporter by, Addr a, Bool is_writer, ULong kind) {
    SyncObj* obj = hp_sync_object_with(t, by, HP_PRIM_RWLOCK, a, kind);
    if (is_writer)
        lock_of(obj)->owner = t->thid;
    hp_sync_acquire(t, obj, epoch(lock_of(obj)), is_writer ? TRACE_MODE_WR : TRACE_MODE_RD);
    hp_waiting_end(t);
}

static void begin_rwlock(SyncObj* obj, ULong kind) {
    obj->rwlock_kind = kind;
}

/*------------------------------------------------------------*/
/*--- Kinds                                                 ---*/
/*------------------------------------------------------------*/

static void reset_in_child(Thread* t, SyncObj* obj) {
    Lock* lock = lock_of(obj);
    lock->n_released = 0;
    if (lock->owner != 0)
        lock->owner = lock->owner == t->thid ? 1 : NO_LIVING_THREAD;
}

/* The C library names a mutex' owner by a kernel thread, which the forking thread is no
   more: whatever checks that, fails. */
static void reset_mutex_in_child(Thread* t, SyncObj* obj) {
    Lock* lock = lock_of(obj);
    lock->n_released = 0;
    if (lock->owner != 0)
        lock->owner = NO_LIVING_THREAD;
}

void hp_locks_init(void) {
    static const SyncKind mutex = {
        .state_size = sizeof(Lock), .is_in_memory = True, .reset_in_child = reset_mutex_in_child};
    static const SyncKind spin = {
        .state_size = sizeof(Lock), .is_in_memory = True, .reset_in_child = reset_in_child};
    static const SyncKind rwlock = {.state_size = sizeof(Lock),
                                    .is_in_memory = True,
                                    .begin = begin_rwlock,
                                    .reset_in_child = reset_in_child};
    hp_sync_set_kind(HP_PRIM_MUTEX, &mutex);
    hp_sync_set_kind(HP_PRIM_SPIN, &spin);
    hp_sync_set_kind(HP_PRIM_RWLOCK, &rwlock);
}
