/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Condition variables: the n-th signal or broadcast publishes n.  A wait that
 * was woken takes the earliest broadcast, or signal that no other waiter has
 * used up, since it began.
 */

#include "hpcmp/sync/objects.h"

static void* grow(const HChar* cc, void* array, UInt n, UInt* capacity, SizeT size) {
    if (n < *capacity)
        return array;
    *capacity = *capacity == 0 ? 4 : 2 * *capacity;
    return VG_(realloc)(cc, array, *capacity * size);
}

void hp_cond_free(SyncObj* obj) {
    VG_(free)(obj->cond.waiters);
    VG_(free)(obj->cond.signals);
}

/*------------------------------------------------------------*/
/*--- Signals                                               ---*/
/*------------------------------------------------------------*/

static void add_unused_signal(CondState* cond, ULong number) {
    /* Each waiter uses at most one, so as many as there are waiters will do. */
    if (cond->n_since_newest >= cond->n_waiters)
        return;
    cond->signals = grow("hp.cond.signals", cond->signals, cond->n_unused, &cond->signals_capacity,
                         sizeof *cond->signals);
    cond->signals[cond->n_unused++] = number;
    cond->n_since_newest++;
}

void hp_cond_signal(Thread* t, Addr a, Bool is_broadcast) {
    SyncObj* obj = hp_sync_object(t, HP_PRIM_COND, a, NULL);
    CondState* cond = &obj->cond;
    ULong number = ++cond->n_signals;
    if (is_broadcast) {
        for (UInt i = 0; i < cond->n_waiters; i++)
            if (cond->waiters[i].broadcast == 0)
                cond->waiters[i].broadcast = number;
    } else {
        add_unused_signal(cond, number);
    }
    hp_sync_release(t, obj, number, NULL);
}

static void remove_signal(CondState* cond, UInt i) {
    cond->n_unused--;
    for (; i < cond->n_unused; i++)
        cond->signals[i] = cond->signals[i + 1];
}

/* What wakes this waiter; uses it up if it is a signal.  0: nothing did. */
static ULong take_wakeup(CondState* cond, const CondWaiter* waiter) {
    for (UInt i = 0; i < cond->n_unused; i++) {
        ULong number = cond->signals[i];
        if (number <= waiter->began)
            continue;
        if (waiter->broadcast != 0 && waiter->broadcast < number)
            break;
        remove_signal(cond, i);
        return number;
    }
    return waiter->broadcast;
}

/*------------------------------------------------------------*/
/*--- Waiters                                               ---*/
/*------------------------------------------------------------*/

static CondWaiter* find_waiter(CondState* cond, const Thread* t) {
    for (UInt i = 0; i < cond->n_waiters; i++)
        if (cond->waiters[i].thid == t->thid)
            return &cond->waiters[i];
    return NULL;
}

static void add_waiter(CondState* cond, const Thread* t) {
    cond->waiters = grow("hp.cond.waiters", cond->waiters, cond->n_waiters, &cond->waiters_capacity,
                         sizeof *cond->waiters);
    cond->waiters[cond->n_waiters++] = (CondWaiter){.thid = t->thid, .began = cond->n_signals};
    cond->n_since_newest = 0;
}

/* Removes a waiter, and the signals that were before all that are left. */
static void remove_waiter(CondState* cond, CondWaiter* waiter) {
    *waiter = cond->waiters[--cond->n_waiters];
    ULong first_began = cond->n_signals;
    for (UInt i = 0; i < cond->n_waiters; i++)
        if (cond->waiters[i].began < first_began)
            first_began = cond->waiters[i].began;
    UInt kept = 0;
    for (UInt i = 0; i < cond->n_unused; i++)
        if (cond->signals[i] > first_began)
            cond->signals[kept++] = cond->signals[i];
    cond->n_unused = kept;
    if (cond->n_since_newest > kept)
        cond->n_since_newest = kept;
}

/* Ends the wait of t for this object; the number of what woke it, or 0. */
static ULong end_wait(CondState* cond, const Thread* t, Bool woken) {
    CondWaiter* waiter = find_waiter(cond, t);
    if (waiter == NULL)
        return 0;
    ULong number = woken ? take_wakeup(cond, waiter) : 0;
    remove_waiter(cond, waiter);
    return number;
}

void hp_cond_abandon(Thread* t) {
    SyncObj* obj = t->waiting == 0 ? NULL : hp_sync_known(t->waiting);
    if (obj != NULL && obj->prim == HP_PRIM_COND)
        end_wait(&obj->cond, t, False);
    t->waiting = 0;
}

void hp_cond_wait_begin(Thread* t, Addr a, Addr mutex, Bool may_fail) {
    hp_cond_abandon(t);
    const SyncObj* lock = hp_sync_object(t, HP_PRIM_MUTEX, mutex, NULL);
    if (may_fail && lock->lock.owner != t->thid)
        return;
    SyncObj* obj = hp_sync_object(t, HP_PRIM_COND, a, NULL);
    add_waiter(&obj->cond, t);
    t->waiting = a;
    t->waiting_mutex = mutex;
    hp_lock_release(t, HP_PRIM_MUTEX, mutex, may_fail);
    hp_waiting_begin(t);
}

void hp_cond_wait_end(Thread* t, Addr a, Addr mutex, Bool woken) {
    SyncObj* obj = hp_sync_object(t, HP_PRIM_COND, a, NULL);
    ULong number = end_wait(&obj->cond, t, woken);
    t->waiting = 0;
    if (number != 0)
        hp_sync_acquire(t, obj, number, NULL);
    hp_lock_acquired(t, HP_PRIM_MUTEX, mutex);
}

void hp_wait_unwound(Thread* t) {
    if (t->waiting != 0)
        hp_cond_wait_end(t, t->waiting, t->waiting_mutex, False);
    hp_waiting_end(t);
}
