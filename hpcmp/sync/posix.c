/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/posix.h"

#include "hpcmp/sync/barriers.h"
#include "hpcmp/sync/conditions.h"
#include "hpcmp/sync/fork_join.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/sync/once.h"
#include "hpcmp/sync/semaphores.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/waiting.h"

#define BY HP_BY_LIBRARY

static void lock_acquired(Thread* t, HpPrim prim, Addr a, Bool is_robust) {
    hp_lock_acquired(t, BY, prim, a);
    if (is_robust)
        hp_lock_is_robust(a);
}

static Bool is_join(UWord request) {
    return request == HP_REQ_JOIN_BEGIN || request == HP_REQ_JOINED;
}

Bool hp_posix_request(Thread* t, const UWord* arg, UWord* result) {
    if (!is_join(arg[0]) && (hp_in_runtime(t) || hp_called_by_runtime(t)))
        return True;
    switch (arg[0]) {
    case HP_REQ_OBJECT_INIT: hp_object_init(t, BY, arg[1], arg[2], arg[3]); break;
    case HP_REQ_OBJECT_DESTROY: hp_object_destroy(t, arg[1], arg[2]); break;
    case HP_REQ_LOCK_RELEASE: hp_lock_release(t, BY, arg[1], arg[2], arg[3]); break;
    case HP_REQ_LOCK_ACQUIRED: lock_acquired(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_LOCK_IS_HELD: *result = hp_lock_is_held_then(t, arg[1], arg[2]); break;
    case HP_REQ_MUST_SPIN: *result = hp_must_spin(t, arg[1], arg[2]); break;
    case HP_REQ_STREAM_RELEASE: hp_stream_release(t, arg[1]); break;
    case HP_REQ_STREAM_ACQUIRED: hp_stream_acquired(t, arg[1]); break;
    case HP_REQ_SPIN_INIT_OR_UNLOCK: hp_spin_init_or_unlock(t, arg[1]); break;
    case HP_REQ_RWLOCK_RELEASE: hp_rwlock_release(t, BY, arg[1]); break;
    case HP_REQ_RWLOCK_ACQUIRED: hp_rwlock_acquired(t, BY, arg[1], arg[2], arg[3]); break;
    case HP_REQ_SEM_OPENED: hp_sem_opened(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_CLOSED: hp_sem_closed(t, arg[1]); break;
    case HP_REQ_SEM_POST: hp_sem_post(t, BY, arg[1], arg[2]); break;
    case HP_REQ_SEM_SEEN: hp_sem_seen(t, BY, arg[1], arg[2]); break;
    case HP_REQ_SEM_WAIT_BEGIN: hp_sem_wait_begin(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_ACQUIRED: hp_sem_acquired(t, BY, arg[1]); break;
    case HP_REQ_BARRIER_ARRIVE: hp_barrier_arrive(t, BY, arg[1]); break;
    case HP_REQ_BARRIER_DEPART: hp_barrier_depart(t, arg[1]); break;
    case HP_REQ_COND_SIGNAL: hp_cond_signal(t, arg[1], arg[2]); break;
    case HP_REQ_COND_WAIT_BEGIN: hp_cond_wait_begin(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_COND_WAIT_END: hp_cond_wait_end(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_JOIN_BEGIN: hp_join_begin(t, arg[1]); break;
    case HP_REQ_JOINED: hp_joined(t); break;
    case HP_REQ_WAIT_BEGIN: hp_waiting_begin_for(t, arg[1]); break;
    case HP_REQ_WAIT_END: hp_waiting_end(t); break;
    case HP_REQ_WAIT_UNWOUND: hp_wait_unwound(t); break;
    default: return False;
    }
    return True;
}

Bool hp_once_request(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_ONCE_BEGIN: hp_once_begin(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_ONCE_RUN: *result = hp_once_run(t); break;
    case HP_REQ_ONCE_RAN: hp_once_ran(t); break;
    case HP_REQ_ONCE_END: hp_once_end(t, arg[1]); break;
    case HP_REQ_ONCE_UNWOUND: hp_once_unwound(t); break;
    case HP_REQ_ONCE_GUARD_TAKEN: hp_once_guard_taken(t, arg[1]); break;
    case HP_REQ_ONCE_GUARD_RELEASED: hp_once_guard_released(t, arg[1]); break;
    default: return False;
    }
    return True;
}
