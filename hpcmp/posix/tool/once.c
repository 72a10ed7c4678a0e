/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pthread_once, and the initialisers of C++'s function-local statics. The n-th end of the
 * initialiser publishes n. There is only one end, unless the initialiser is left by an exception
 * and has to run again. A thread that returns without having run the initialiser acquires the
 * latest number, and so does a thread that runs it again.
 */

#include "hpcmp/posix/tool/once.h"

#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_machine.h"

typedef struct {
    Bool is_running; /* its initialiser */
    ULong ended_by;  /* thid of who ran it last */
    ULong n_ended;   /* how often that has ended: by exceptions, then with success */
} Once;

static Once* once_of(SyncObj* obj) {
    return (Once*)obj->state;
}

/* A call of pthread_once, or to the like effect.  A thread's calls nest, as an
   initialiser may make others.  But for the initialiser, the thread is inside a
   library that builds this of other primitives. */
typedef struct _OnceCall {
    Addr control;
    Addr initialiser;
    Bool has_run; /* by this call, whatever came of it */
    UInt where;   /* for hp_runtime_return */
    Addr sp;      /* of the wrapper */
    struct _OnceCall* outer;
} OnceCall;

/* The innermost. */
HP_THREAD_SLOT(OnceCall, call)

static void drop_call(Thread* t) {
    OnceCall* call = call_of(t);
    *call_slot(t) = call->outer;
    VG_(free)(call);
}

/* Calls that a longjmp has left: their frames were below the present one.  A
   signal's handler may run on a stack of its own. */
static void drop_left_calls(Thread* t) {
    while (t->n_handlers == 0 && call_of(t) != NULL && call_of(t)->sp < VG_(get_SP)(t->tid))
        drop_call(t);
}

static OnceCall* new_call(Thread* t, Addr control, Addr initialiser) {
    drop_left_calls(t);
    OnceCall* call = VG_(malloc)("hp.once.call", sizeof *call);
    *call = (OnceCall){.control = control,
                       .initialiser = initialiser,
                       .where = hp_runtime_call(t),
                       .sp = VG_(get_SP)(t->tid), .outer = call_of(t)};
    *call_slot(t) = call;
    return call;
}

/*------------------------------------------------------------*/
/*--- What is published and taken                           ---*/
/*------------------------------------------------------------*/

static void begin_initialiser(Thread* t, Addr control) {
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_ONCE, control, NULL);
    once_of(obj)->is_running = True;
    if (hp_is_in_runtime(t))
        return;
    if (once_of(obj)->n_ended > 0 && once_of(obj)->ended_by != t->thid)
        hp_sync_acquire(t, obj, once_of(obj)->n_ended, NULL);
    hp_waiting_end(t);
}

static void end_initialiser(Thread* t, Addr control) {
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_ONCE, control, NULL);
    once_of(obj)->is_running = False;
    once_of(obj)->ended_by = t->thid;
    if (!hp_is_in_runtime(t))
        hp_sync_release(t, obj, ++once_of(obj)->n_ended, NULL);
}

static void acquire_initialised(Thread* t, Addr control) {
    if (hp_is_in_runtime(t))
        return;
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_ONCE, control, NULL);
    if (once_of(obj)->ended_by != t->thid)
        hp_sync_acquire(t, obj, once_of(obj)->n_ended, NULL);
    hp_waiting_end(t);
}

/*------------------------------------------------------------*/
/*--- Calls                                                 ---*/
/*------------------------------------------------------------*/

void hp_once_begin(Thread* t, Addr control, Addr initialiser, Bool is_running) {
    const Bool is_librarys = hp_is_in_runtime(t);
    new_call(t, control, initialiser);
    SyncObj* obj = hp_sync_find_as(HP_PRIM_ONCE, control);
    if (obj != NULL && once_of(obj)->is_running)
        is_running = True;
    if (is_running && !is_librarys)
        hp_waiting_begin(t);
}

Addr hp_once_run_begin(Thread* t) {
    OnceCall* call = call_of(t);
    if (call == NULL)
        return 0;
    call->has_run = True;
    hp_runtime_return(t, call->where);
    begin_initialiser(t, call->control);
    return call->initialiser;
}

void hp_once_run_end(Thread* t) {
    drop_left_calls(t);
    if (call_of(t) == NULL)
        return;
    end_initialiser(t, call_of(t)->control);
    hp_runtime_enter(t);
}

/* The innermost call of this control is over; NULL: there is none. */
static OnceCall* end_call(Thread* t, Addr control) {
    /* In a handler calls that were left are known by this only. */
    while (call_of(t) != NULL && call_of(t)->control != control)
        drop_call(t);
    if (call_of(t) != NULL)
        hp_runtime_return(t, call_of(t)->where);
    return call_of(t);
}

void hp_once_end(Thread* t, Addr control) {
    const OnceCall* call = end_call(t, control);
    if (call == NULL)
        return;
    if (!call->has_run)
        acquire_initialised(t, control);
    drop_call(t);
}

void hp_once_guard_take(Thread* t, Addr guard) {
    if (end_call(t, guard) != NULL)
        drop_call(t);
    begin_initialiser(t, guard);
}

void hp_once_guard_release(Thread* t, Addr guard) {
    end_initialiser(t, guard);
    new_call(t, guard, 0)->has_run = True;
}

void hp_once_unwind(Thread* t) {
    hp_waiting_end(t);
    if (call_of(t) == NULL)
        return;
    hp_runtime_return(t, call_of(t)->where);
    drop_call(t);
}

void hp_once_exits(Thread* t) {
    while (call_of(t) != NULL)
        drop_call(t);
}

static void reset_in_child(Thread* t, SyncObj* obj) {
    once_of(obj)->n_ended = 0;
}

void hp_once_init(void) {
    static const SyncKind kind = {.state_size = sizeof(Once), .reset_in_child = reset_in_child};
    hp_sync_set_kind(HP_PRIM_ONCE, &kind);
}
