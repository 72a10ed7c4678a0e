/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/requests.h"

#include "hpcmp/base/core.h"
#include "hpcmp/hpcmp.h"
#include "hpcmp/runtimes/omp.h"
#include "hpcmp/runtimes/tbb.h"
#include "hpcmp/sync/annotations.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/library.h"

static Bool from_custom_allocator(Thread* t, const UWord* arg) {
    switch (arg[0]) {
    case VG_USERREQ__MALLOCLIKE_BLOCK: hp_custom_alloc(t, arg[1], arg[2]); return True;
    case VG_USERREQ__FREELIKE_BLOCK: hp_custom_free(t, arg[1]); return True;
    case VG_USERREQ__RESIZEINPLACE_BLOCK: hp_custom_resize(t, arg[1], arg[3]); return True;
    default: return False;
    }
}

static Bool from_program(Thread* t, const UWord* arg) {
    ULong seq = arg[2];
    switch (arg[0]) {
    case HPCMP_USERREQ_RELEASE: hp_user_release(t, arg[1], NULL); return True;
    case HPCMP_USERREQ_ACQUIRE: hp_user_acquire(t, arg[1], NULL); return True;
    case HPCMP_USERREQ_RELEASE_SEQ: hp_user_release(t, arg[1], &seq); return True;
    case HPCMP_USERREQ_ACQUIRE_SEQ: hp_user_acquire(t, arg[1], &seq); return True;
    case HPCMP_USERREQ_PRIM_BEGIN: hp_user_begin(t, arg[1], arg[2]); return True;
    case HPCMP_USERREQ_PRIM_END: hp_user_end(t, arg[1]); return True;
    case HPCMP_USERREQ_PAUSE: hp_threads_pause(t); return True;
    case HPCMP_USERREQ_RESUME: hp_threads_resume(t); return True;
    case HPCMP_USERREQ_MARK: hp_user_mark(t, arg[1]); return True;
    default: return False;
    }
}

/* Semaphores and barriers of its own. */
static Bool from_program_by_kind(Thread* t, const UWord* arg) {
    switch (arg[0]) {
    case HPCMP_USERREQ_SEM_BEGIN: hp_object_init(t, HP_PRIM_SEM, arg[1], arg[2]); return True;
    case HPCMP_USERREQ_SEM_POST: hp_sem_post(t, arg[1], 0); return True;
    case HPCMP_USERREQ_SEM_TAKEN: hp_sem_acquired(t, arg[1]); return True;
    case HPCMP_USERREQ_BARRIER_BEGIN:
        hp_object_init(t, HP_PRIM_BARRIER, arg[1], arg[2]);
        return True;
    case HPCMP_USERREQ_BARRIER_ARRIVE:
        hp_barrier_arrive(t, arg[1]);
        hp_waiting_end(t); /* it may do other things before it waits */
        return True;
    case HPCMP_USERREQ_BARRIER_DEPART: hp_barrier_depart(t, arg[1]); return True;
    default: return False;
    }
}

static Bool is_join(UWord request) {
    return request == HP_REQ_JOIN_BEGIN || request == HP_REQ_JOINED;
}

/* Answered whoever asks; events of a runtime library's own are left out. */
static Bool is_once(UWord request) {
    return request >= HP_REQ_ONCE_BEGIN && request <= HP_REQ_ONCE_GUARD_RELEASED;
}

static Bool from_preload(Thread* t, const UWord* arg) {
    if (is_once(arg[0]))
        return False;
    if (!is_join(arg[0]) && (hp_in_runtime(t) || hp_called_by_runtime(t)))
        return True;
    switch (arg[0]) {
    case HP_REQ_OBJECT_INIT: hp_object_init(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_OBJECT_DESTROY: hp_object_destroy(t, arg[1], arg[2]); break;
    case HP_REQ_LOCK_RELEASE: hp_lock_release(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_LOCK_ACQUIRED:
        hp_lock_acquired(t, arg[1], arg[2]);
        if (arg[3])
            hp_lock_is_robust(t, arg[2]);
        break;
    case HP_REQ_STREAM_RELEASE: hp_stream_release(t, arg[1]); break;
    case HP_REQ_STREAM_ACQUIRED: hp_stream_acquired(t, arg[1]); break;
    case HP_REQ_SPIN_INIT_OR_UNLOCK: hp_spin_init_or_unlock(t, arg[1]); break;
    case HP_REQ_RWLOCK_RELEASE: hp_rwlock_release(t, arg[1]); break;
    case HP_REQ_RWLOCK_ACQUIRED: hp_rwlock_acquired(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_OPENED: hp_sem_opened(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_CLOSED: hp_sem_closed(t, arg[1]); break;
    case HP_REQ_SEM_POST: hp_sem_post(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_SEEN: hp_sem_seen(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_WAIT_BEGIN: hp_sem_wait_begin(t, arg[1], arg[2]); break;
    case HP_REQ_SEM_ACQUIRED: hp_sem_acquired(t, arg[1]); break;
    case HP_REQ_BARRIER_ARRIVE: hp_barrier_arrive(t, arg[1]); break;
    case HP_REQ_BARRIER_DEPART: hp_barrier_depart(t, arg[1]); break;
    case HP_REQ_COND_SIGNAL: hp_cond_signal(t, arg[1], arg[2]); break;
    case HP_REQ_COND_WAIT_BEGIN: hp_cond_wait_begin(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_COND_WAIT_END: hp_cond_wait_end(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_JOIN_BEGIN: hp_threads_join_begin(t, arg[1]); break;
    case HP_REQ_JOINED: hp_threads_joined(t); break;
    case HP_REQ_WAIT_BEGIN: hp_waiting_begin(t); break;
    case HP_REQ_WAIT_END: hp_waiting_end(t); break;
    case HP_REQ_WAIT_UNWOUND: hp_wait_unwound(t); break;
    default: return False;
    }
    return True;
}

static Bool from_once(Thread* t, const UWord* arg, UWord* result) {
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

static Bool about_functions(const UWord* arg, UWord* result) {
    SymAVMAs found = {0};
    if (arg[0] != HP_REQ_FIND_FUNCTION)
        return False;
    VG_(lookup_symbol_SLOW)(VG_(current_DiEpoch)(), "*", (const HChar*)arg[1], &found);
    *result = found.main;
    return True;
}

static Bool handle(ThreadId tid, UWord* arg, UWord* result) {
    *result = 0;
    Thread* t = hp_thread(tid);
    hp_sync_is_said = True;
    Bool done = from_program(t, arg) || from_program_by_kind(t, arg) ||
                from_custom_allocator(t, arg) || hp_annotation(t, arg);
    hp_sync_is_said = False;
    return done || hp_omp_request(t, arg, result) || hp_tbb_request(t, arg, result) ||
           from_preload(t, arg) || from_once(t, arg, result) || about_functions(arg, result);
}

void hp_requests_init(void) {
    VG_(needs_client_requests)(handle);
}
