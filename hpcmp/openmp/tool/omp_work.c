/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP's locks (also those of critical regions), and the worksharing constructs that order
 * threads. A loop or sections do not order threads, because a program cannot rely on how their
 * iterations are distributed.
 */

#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/waiting.h"

/*------------------------------------------------------------*/
/*--- Locks                                                 ---*/
/*------------------------------------------------------------*/

Bool hp_omp_lock_wait_begin(Thread* t, Addr lock) {
    if (hp_is_in_runtime(t))
        return False;
    hp_runtime_enter(t);
    if (hp_mutex_owner(lock) != 0)
        hp_waiting_begin(t);
    return True;
}

void hp_omp_mutex_acquire(Thread* t, Addr mutex) {
    Thread* holder = hp_omp_other_thread(t, hp_mutex_owner(mutex));
    if (holder != NULL)
        hp_lock_release(holder, HP_BY_LIBRARY, HP_PRIM_MUTEX, mutex, False);
    hp_lock_acquire(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, mutex);
}

void hp_omp_lock_wait_end(Thread* t, Addr lock, Bool has_it) {
    if (has_it)
        hp_omp_mutex_acquire(t, lock);
    hp_runtime_leave(t);
}

Bool hp_omp_lock_release(Thread* t, Addr lock, Bool has_happened) {
    if (hp_is_in_runtime(t))
        return False;
    hp_lock_release(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, lock, has_happened);
    hp_runtime_enter(t);
    return True;
}

/*------------------------------------------------------------*/
/*--- single copyprivate                                    ---*/
/*------------------------------------------------------------*/

static OmpPoint copy_of(const OmpTask* task) {
    return (OmpPoint){(Addr)&task->team->single, HP_PRIM_SINGLE, task->n_copies};
}

Bool hp_omp_single_begin(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    hp_omp_implicit_task(t)->n_copies++;
    hp_runtime_enter(t);
    hp_waiting_begin(t);
    return True;
}

void hp_omp_single_end(Thread* t, Bool has_copy) {
    OmpTask* task = hp_omp_implicit_task(t);
    if (task->team != NULL && has_copy)
        hp_omp_acquire(t, copy_of(task));
    hp_runtime_leave(t);
}

Bool hp_omp_single_publish(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    OmpTask* task = hp_omp_implicit_task(t);
    if (task->team != NULL)
        hp_omp_release(t, copy_of(task));
    hp_runtime_enter(t);
    hp_waiting_begin(t);
    return True;
}

Bool hp_omp_call(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    hp_runtime_enter(t);
    return True;
}

void hp_omp_leave(Thread* t) {
    hp_runtime_leave(t);
}

void hp_omp_enter(Thread* t) {
    hp_runtime_enter(t);
}
