/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/tbb/tool/tbb.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/spinning.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_stacktrace.h"

/* A task that has been given to the scheduler and not begun. */
typedef struct {
    VgHashNode node; /* key: its address */
    Addr functions;  /* its own virtual ones */
    ULong thid;      /* of who has given it */
    ULong seq;       /* that this has published; 0: none, as it executes it itself */
} GivenTask;

/* A task that a thread executes, or a group that it waits for; those of a thread
   are nested. */
typedef struct _TbbFrame {
    Addr context; /* of the group */
    Bool is_wait;
    Bool has_ended; /* the task, for the group: its release is recorded */
    struct _TbbFrame* outer;
} TbbFrame;

/* The innermost. */
HP_THREAD_SLOT(TbbFrame, frame)

static VgHashTable* g_given;
static ULong g_n_given;

static void push(Thread* t, Addr context, Bool is_wait) {
    TbbFrame* frame = VG_(malloc)("hp.tbb.frame", sizeof *frame);
    *frame = (TbbFrame){context, is_wait, False, frame_of(t)};
    *frame_slot(t) = frame;
}

static void pop(Thread* t) {
    TbbFrame* frame = frame_of(t);
    *frame_slot(t) = frame->outer;
    VG_(free)(frame);
}

void hp_tbb_exits(Thread* t) {
    while (frame_of(t) != NULL)
        pop(t);
}

void hp_tbb_task_give(Thread* t, Addr task, Addr functions, Bool is_spawned) {
    if (g_given == NULL)
        g_given = VG_(HT_construct)("hp.tbb.given");
    GivenTask* given = hp_table_add(g_given, task, "hp.tbb.given", sizeof *given);
    given->functions = functions;
    given->thid = t->thid;
    if (!is_spawned)
        return;
    given->seq = ++g_n_given;
    hp_sync_release(t, hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_TASK, task, NULL), given->seq,
                    NULL);
}

/* In a wait a thread executes tasks; between them, it waits. */
static void begin_wait(Thread* t) {
    if (frame_of(t) != NULL && frame_of(t)->is_wait)
        hp_waiting_begin(t);
}

/* It is given no more.  Returns its functions. */
static Addr take(Addr task, ULong* seq, ULong* thid) {
    GivenTask* given = g_given == NULL ? NULL : VG_(HT_remove)(g_given, task);
    if (given == NULL)
        return 0;
    Addr functions = given->functions;
    *seq = given->seq;
    *thid = given->thid;
    VG_(free)(given);
    return functions;
}

Addr hp_tbb_task_begin(Thread* t, Addr task, Addr context) {
    ULong seq = 0, thid = 0;
    Addr functions = take(task, &seq, &thid);
    push(t, context, False);
    if (seq != 0 && thid != t->thid)
        hp_sync_acquire(t, hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_TASK, task, NULL), seq, NULL);
    hp_waiting_end(t);
    return functions;
}

Addr hp_tbb_task_drop(Addr task) {
    ULong seq, thid;
    return take(task, &seq, &thid);
}

static void record_end(Thread* t, TbbFrame* frame) {
    if (frame->has_ended)
        return;
    frame->has_ended = True;
    hp_sync_release_plain(t,
                          hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_TASKWAIT, frame->context, NULL));
}

void hp_tbb_task_end(Thread* t) {
    if (frame_of(t) == NULL || frame_of(t)->is_wait)
        return;
    record_end(t, frame_of(t));
    pop(t);
    begin_wait(t);
}

void hp_tbb_wait_begin(Thread* t, Addr context) {
    push(t, context, True);
    begin_wait(t);
}

/* All tasks of the group have ended, also those that we have not heard of as they
   are between the program's last word and their return. */
void hp_tbb_wait_end(Thread* t) {
    if (frame_of(t) == NULL || !frame_of(t)->is_wait)
        return;
    Addr context = frame_of(t)->context;
    pop(t);
    HP_FOR_EACH_THREAD (other) {
        TbbFrame* frame = frame_of(other);
        if (other != t && frame != NULL && !frame->is_wait && frame->context == context)
            record_end(other, frame);
    }
    hp_sync_acquire_plain(t, hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_TASKWAIT, context, NULL));
    hp_waiting_end(t);
}

/* Is there nothing on the stack but the library, which the C library has called? */
static Bool is_between_tasks(const Thread* t) {
    Addr ips[32];
    const UInt most = sizeof ips / sizeof *ips;
    UInt n = VG_(get_StackTrace)(t->tid, ips, most, NULL, NULL, 0);
    UInt i = 0;
    while (i < n && hp_library_of(ips[i]) == HP_TBB_LIBRARY)
        i++;
    if (i == 0 || n == most)
        return False;
    while (i < n && hp_library_of(ips[i]) == HP_C_LIBRARY)
        i++;
    return i == n;
}

/* One of the library's threads that spins for a task waits. */
void hp_tbb_turn_ends(Thread* t) {
    if (g_n_given > 0 && frame_of(t) == NULL && !hp_is_waiting(t) && hp_is_behind_pause(t) &&
        is_between_tasks(t))
        hp_waiting_begin(t);
}
