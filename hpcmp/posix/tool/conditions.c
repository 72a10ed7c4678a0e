/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Condition variables: the n-th signal or broadcast publishes n. A wait that was woken acquires the
 * earliest of these since it began: a broadcast, or a signal that no other waiter has used up.
 * Example: threads 2 and 3 wait, and signal 1 and broadcast 2 follow. The thread that returns first
 * acquires 1, and the other one acquires 2.
 */

#include "hpcmp/posix/tool/conditions.h"

#include "hpcmp/sync/locks.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

/* A thread asleep: it takes the earliest broadcast, or signal that no other
   waiter has used up, with a number above began. */
typedef struct {
    ULong thid;
    ULong began;
    ULong broadcast; /* the first one since, or 0 */
} Waiter;

/* Invariant: `signals` are ascending, and each is above the `began` of some
   waiter. */
typedef struct {
    ULong n_signals;     /* signals and broadcasts */
    XArray* waiters;     /* of Waiter */
    XArray* signals;     /* of ULong: not used up */
    Word n_since_newest; /* unused ones since the newest waiter began */
} Cond;

/* The condition variable that a thread waits for, and its mutex. */
typedef struct {
    Addr cond; /* 0: nothing */
    Addr mutex;
} CondWait;

HP_THREAD_SLOT(CondWait, cond_wait)

static Cond* cond_of(SyncObj* obj) {
    return (Cond*)obj->state;
}

static Waiter* waiter_at(const Cond* cond, Word i) {
    return VG_(indexXA)(cond->waiters, i);
}

static ULong signal_at(const Cond* cond, Word i) {
    return *(ULong*)VG_(indexXA)(cond->signals, i);
}

/*------------------------------------------------------------*/
/*--- Signals                                               ---*/
/*------------------------------------------------------------*/

static void add_unused_signal(Cond* cond, ULong number) {
    /* Each waiter uses at most one, so as many as there are waiters will do. */
    if (cond->n_since_newest >= VG_(sizeXA)(cond->waiters))
        return;
    Word n = VG_(sizeXA)(cond->signals);
    tl_assert(n == 0 || signal_at(cond, n - 1) < number);
    VG_(addToXA)(cond->signals, &number);
    cond->n_since_newest++;
}

void hp_cond_signal(Thread* t, Addr a, Bool is_broadcast) {
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_COND, a, NULL);
    Cond* cond = cond_of(obj);
    ULong number = ++cond->n_signals;
    if (is_broadcast) {
        for (Word i = 0; i < VG_(sizeXA)(cond->waiters); i++)
            if (waiter_at(cond, i)->broadcast == 0)
                waiter_at(cond, i)->broadcast = number;
    } else {
        add_unused_signal(cond, number);
    }
    if (is_broadcast)
        hp_sync_tell_more(t, obj, TRACE_OBJECT_TO_ALL);
    hp_sync_release(t, obj, number, NULL);
}

/* Returns the number of the signal or broadcast that woke this waiter, and uses a signal up.  0:
   nothing did. */
static ULong take_wakeup(Cond* cond, const Waiter* waiter) {
    for (Word i = 0; i < VG_(sizeXA)(cond->signals); i++) {
        ULong number = signal_at(cond, i);
        if (number <= waiter->began)
            continue;
        if (waiter->broadcast != 0 && waiter->broadcast < number)
            break;
        VG_(removeIndexXA)(cond->signals, i);
        return number;
    }
    return waiter->broadcast;
}

/*------------------------------------------------------------*/
/*--- Waiters                                               ---*/
/*------------------------------------------------------------*/

/* Its place, or -1. */
static Word find_waiter(const Cond* cond, const Thread* t) {
    Word i = VG_(sizeXA)(cond->waiters) - 1;
    while (i >= 0 && waiter_at(cond, i)->thid != t->thid)
        i--;
    return i;
}

static void add_waiter(Cond* cond, const Thread* t) {
    VG_(addToXA)(cond->waiters, &(Waiter){.thid = t->thid, .began = cond->n_signals});
    cond->n_since_newest = 0;
}

/* Signals that were before all waiters, so that nobody can take them. */
static void drop_old_signals(Cond* cond) {
    ULong first_began = cond->n_signals;
    for (Word i = 0; i < VG_(sizeXA)(cond->waiters); i++)
        if (waiter_at(cond, i)->began < first_began)
            first_began = waiter_at(cond, i)->began;
    Word n_old = 0;
    while (n_old < VG_(sizeXA)(cond->signals) && signal_at(cond, n_old) <= first_began)
        n_old++;
    if (n_old > 0)
        VG_(dropHeadXA)(cond->signals, n_old);
    if (cond->n_since_newest > VG_(sizeXA)(cond->signals))
        cond->n_since_newest = VG_(sizeXA)(cond->signals);
}

/* Ends the wait of t for this object; the number of what woke it, or 0. */
static ULong end_wait(Cond* cond, const Thread* t, Bool woken) {
    Word i = find_waiter(cond, t);
    if (i < 0)
        return 0;
    ULong number = woken ? take_wakeup(cond, waiter_at(cond, i)) : 0;
    VG_(removeIndexXA)(cond->waiters, i);
    drop_old_signals(cond);
    return number;
}

/* t waits for nothing any more. */
void hp_conditions_exits(Thread* t) {
    if (cond_wait_of(t) == NULL)
        return;
    SyncObj* obj = hp_sync_find_as(HP_PRIM_COND, cond_wait_of(t)->cond);
    if (obj != NULL) {
        end_wait(cond_of(obj), t, False);
        hp_sync_tell(t, obj, TRACE_OBJECT_LEAVES);
    }
    cond_wait_of(t)->cond = 0;
}

void hp_cond_wait_begin(Thread* t, Addr a, Addr mutex, Bool may_fail) {
    hp_conditions_exits(t);
    hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, mutex, NULL); /* its newsync comes first */
    if (may_fail && hp_mutex_owner(mutex) != t->thid)
        return;
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_COND, a, NULL);
    add_waiter(cond_of(obj), t);
    hp_sync_tell(t, obj, TRACE_OBJECT_WAITS);
    *HP_THREAD_DATA(t, cond_wait) = (CondWait){a, mutex};
    hp_lock_release(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, mutex, may_fail);
    hp_waiting_begin_for(t, a);
}

void hp_cond_wait_end(Thread* t, Addr a, Addr mutex, Bool woken) {
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_COND, a, NULL);
    ULong number = end_wait(cond_of(obj), t, woken);
    HP_THREAD_DATA(t, cond_wait)->cond = 0;
    if (number != 0 || (woken && hp_sync_is_shared(t, obj)))
        hp_sync_acquire(t, obj, number, NULL);
    else
        hp_sync_tell(t, obj, TRACE_OBJECT_LEAVES);
    hp_lock_acquire(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, mutex);
}

void hp_wait_unwind(Thread* t) {
    const CondWait* wait = cond_wait_of(t);
    if (wait != NULL && wait->cond != 0)
        hp_cond_wait_end(t, wait->cond, wait->mutex, False);
    hp_waiting_end(t);
}

/*------------------------------------------------------------*/
/*--- The kind                                              ---*/
/*------------------------------------------------------------*/

static void begin(SyncObj* obj, ULong unused) {
    Cond* cond = cond_of(obj);
    cond->waiters = VG_(newXA)(VG_(malloc), "hp.cond.waiters", VG_(free), sizeof(Waiter));
    cond->signals = VG_(newXA)(VG_(malloc), "hp.cond.signals", VG_(free), sizeof(ULong));
}

static void end(Thread* t, SyncObj* obj) {
    VG_(deleteXA)(cond_of(obj)->waiters);
    VG_(deleteXA)(cond_of(obj)->signals);
}

static void reset_in_child(Thread* t, SyncObj* obj) {
    Cond* cond = cond_of(obj);
    VG_(dropTailXA)(cond->waiters, VG_(sizeXA)(cond->waiters));
    VG_(dropTailXA)(cond->signals, VG_(sizeXA)(cond->signals));
    cond->n_since_newest = 0;
}

void hp_conditions_init(void) {
    static const SyncKind kind = {.state_size = sizeof(Cond),
                                  .is_in_memory = True,
                                  .begin = begin,
                                  .end = end,
                                  .reset_in_child = reset_in_child};
    hp_sync_set_kind(HP_PRIM_COND, &kind);
}
