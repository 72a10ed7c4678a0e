/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/runtimes/omp.h"
#include "hpcmp/threads/in_runtime.h"

/* Those that begin an operation. */
static Bool begins(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_OMP_PARALLEL_BEGIN: *result = hp_omp_parallel_begin(t, arg[1]); break;
    case HP_REQ_OMP_BARRIER_ARRIVE: *result = hp_omp_barrier_arrive(t); break;
    case HP_REQ_OMP_LOCK_WAIT: *result = hp_omp_lock_wait(t, arg[1]); break;
    case HP_REQ_OMP_LOCK_RELEASE: *result = hp_omp_lock_release(t, arg[1], arg[2]); break;
    case HP_REQ_OMP_SINGLE_COPY: *result = hp_omp_single_copy(t); break;
    case HP_REQ_OMP_SINGLE_PUBLISH: *result = hp_omp_single_publish(t); break;
    case HP_REQ_OMP_ORDERED_LOOP:
        *result = hp_omp_ordered_loop(t, arg[1], (const ULong*)arg[2]);
        break;
    case HP_REQ_OMP_ORDERED_WAIT: *result = hp_omp_ordered_wait(t); break;
    case HP_REQ_OMP_ORDERED_END: *result = hp_omp_ordered_end(t); break;
    case HP_REQ_OMP_DOACROSS_POST: *result = hp_omp_doacross_post(t, (const ULong*)arg[1]); break;
    case HP_REQ_OMP_DOACROSS_WAIT: *result = hp_omp_doacross_wait(t); break;
    case HP_REQ_OMP_CALL: *result = hp_omp_call(t); break;
    default: return False;
    }
    return True;
}

static Bool ends(Thread* t, const UWord* arg) {
    switch (arg[0]) {
    case HP_REQ_OMP_PARALLEL_END: hp_omp_parallel_end(t, arg[1]); break;
    case HP_REQ_OMP_IMPLICIT_BEGIN: hp_omp_implicit_begin(t, arg[1], arg[2]); break;
    case HP_REQ_OMP_IMPLICIT_END: hp_omp_implicit_end(t); break;
    case HP_REQ_OMP_IMPLICIT_BARRIER: hp_omp_implicit_barrier(t, arg[1]); break;
    case HP_REQ_OMP_BARRIER_DEPART: hp_omp_barrier_depart(t, arg[1]); break;
    case HP_REQ_OMP_CANCEL_BARRIER_BEGIN: hp_omp_cancel_barrier_begin(t); break;
    case HP_REQ_OMP_CANCEL_BARRIER_END: hp_omp_cancel_barrier_end(t, arg[1]); break;
    case HP_REQ_OMP_LOCK_INIT: hp_object_init(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, arg[1], 0); break;
    case HP_REQ_OMP_LOCK_DESTROY: hp_object_destroy(t, HP_PRIM_MUTEX, arg[1]); break;
    case HP_REQ_OMP_LOCK_WAITED: hp_omp_lock_waited(t, arg[1], arg[2]); break;
    case HP_REQ_OMP_SINGLE_COPIED: hp_omp_single_copied(t, arg[1]); break;
    case HP_REQ_OMP_ORDERED_BEGIN: hp_omp_ordered_begin(t); break;
    case HP_REQ_OMP_DOACROSS_WAITED: hp_omp_doacross_waited(t, (const ULong*)arg[1]); break;
    case HP_REQ_OMP_LEAVE: hp_omp_leave(t); break;
    case HP_REQ_OMP_ENTER: hp_omp_enter(t); break;
    case HP_REQ_OMP_LIBRARY: hp_runtime_library(arg[1]); break;
    default: return False;
    }
    return True;
}

static Bool is_about_tasks(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_OMP_TASK_CREATE: *result = hp_omp_task_create(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_OMP_TASK_CREATED: hp_omp_task_created(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_OMP_TASK_BEGIN: hp_omp_task_begin(t, arg[1], arg[2]); break;
    case HP_REQ_OMP_TASK_END: hp_omp_task_end(t); break;
    case HP_REQ_OMP_TASK_DEPENDS: hp_omp_task_depends(t, arg[1], arg[2], arg[3]); break;
    case HP_REQ_OMP_WAIT_CREATE: *result = hp_omp_wait_create(t); break;
    case HP_REQ_OMP_WAIT_END: hp_omp_wait_end(t, arg[1]); break;
    case HP_REQ_OMP_TASK_DETACH: hp_omp_task_detach(t); break;
    case HP_REQ_OMP_FULFILLED: hp_omp_fulfilled(t, arg[1], arg[2]); break;
    case HP_REQ_OMP_FULFILL: *result = hp_omp_fulfill(t, arg[1]); break;
    case HP_REQ_OMP_TASKWAIT: *result = hp_omp_taskwait(t); break;
    case HP_REQ_OMP_TASKWAITED: hp_omp_taskwaited(t, arg[1]); break;
    case HP_REQ_OMP_TASKGROUP_BEGIN: *result = hp_omp_taskgroup_begin(t); break;
    case HP_REQ_OMP_TASKGROUP_WAIT: *result = hp_omp_taskgroup_wait(t); break;
    case HP_REQ_OMP_TASKGROUP_END: hp_omp_taskgroup_end(t); break;
    default: return False;
    }
    return True;
}

Bool hp_omp_request(Thread* t, const UWord* arg, UWord* result) {
    return begins(t, arg, result) || ends(t, arg) || is_about_tasks(t, arg, result);
}
