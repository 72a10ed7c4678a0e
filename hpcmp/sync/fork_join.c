/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/fork_join.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    Thread* creating; /* the child that has not been put in the trace, or NULL */
    UWord pthread;    /* its own pthread_t, once known */
    ULong joining;    /* thid of the thread that it waits for, or 0, ... */
    UWord joined;     /* ... and its pthread_t */
} Family;

HP_THREAD_SLOT(Family, family)

/* A thread that can be joined.  It stays here until its pthread_t is used again. */
typedef struct {
    VgHashNode node; /* key: its pthread_t */
    ULong thid;
    ULong forked_by; /* see Thread */
    Bool has_exited;
    ULong clock; /* of its end */
} Joinable;

static VgHashTable* g_joinable;

/*------------------------------------------------------------*/
/*--- pthread_t                                             ---*/
/*------------------------------------------------------------*/

/* A thread that had this pthread_t before has exited, and nobody can mean it any more. */
static void learn_pthread(Thread* t) {
    Family* family = HP_THREAD_DATA(t, family);
    if (family->pthread != 0)
        return;
    family->pthread = hp_thread_pointer(t);
    if (family->pthread == 0)
        return;
    VG_(free)(VG_(HT_remove)(g_joinable, family->pthread));
    Joinable* joinable =
        hp_table_add(g_joinable, family->pthread, "hp.fork_join.joinable", sizeof *joinable);
    joinable->thid = t->thid;
    joinable->forked_by = t->forked_by;
}

/*------------------------------------------------------------*/
/*--- fork                                                  ---*/
/*------------------------------------------------------------*/

void hp_fork_join_created(Thread* t) {
    Thread* parent = hp_thread(t->parent);
    if (parent != NULL)
        HP_THREAD_DATA(parent, family)->creating = t;
}

/* Puts a thread's creation into the trace: before anything of the child, and before
   anything that the parent does next, whichever runs first. */
static void announce(Thread* parent) {
    Thread* child = family_of(parent)->creating;
    tl_assert(child != NULL && child->parent == parent->tid);
    family_of(parent)->creating = NULL;
    child->parent = VG_INVALID_THREADID;
    hp_trace_sync(parent, &(SyncEvent){.kind = HP_SYNC_FORK, .value = child->thid});
    child->forked_by = hp_n_events();
    learn_pthread(parent);
    learn_pthread(child);
}

void hp_fork_after_clone(Thread* t, Bool success) {
    if (family_of(t) == NULL || family_of(t)->creating == NULL)
        return;
    if (success)
        announce(t);
    else
        family_of(t)->creating = NULL;
}

void hp_fork_join_begins(Thread* t) {
    if (hp_thread(t->parent) != NULL)
        announce(hp_thread(t->parent));
    learn_pthread(t);
    if (hp_is_in_library(t))
        hp_trace_info(t, TRACE_INFO_LIBRARYS);
}

/* In the child of a fork nobody can be joined, and t has another number. */
void hp_fork_join_in_child(Thread* t) {
    VG_(HT_destruct)(g_joinable, VG_(free));
    g_joinable = VG_(HT_construct)("hp.fork_join.joinable");
    if (family_of(t) != NULL)
        *family_of(t) = (Family){.creating = NULL};
}

/*------------------------------------------------------------*/
/*--- exit and join                                         ---*/
/*------------------------------------------------------------*/

void hp_fork_join_has_exited(Thread* t) {
    hp_trace_sync(t, &(SyncEvent){.kind = HP_SYNC_EXIT});
    Joinable* joinable = VG_(HT_lookup)(g_joinable, HP_THREAD_DATA(t, family)->pthread);
    if (joinable != NULL && joinable->thid == t->thid)
        *joinable = (Joinable){joinable->node, t->thid, t->forked_by, True, t->clock};
}

void hp_join_begin(Thread* t, UWord pthread) {
    const Joinable* child = VG_(HT_lookup)(g_joinable, pthread);
    HP_THREAD_DATA(t, family)->joining = child == NULL ? 0 : child->thid;
    family_of(t)->joined = pthread;
    if (child != NULL && !child->has_exited)
        hp_waiting_begin(t);
}

/* Its pthread_t may belong to a new thread by now. */
static void forget_joined(const Family* family) {
    const Joinable* child = VG_(HT_lookup)(g_joinable, family->joined);
    if (child != NULL && child->thid == family->joining)
        VG_(free)(VG_(HT_remove)(g_joinable, family->joined));
}

void hp_join_end(Thread* t) {
    Family* family = HP_THREAD_DATA(t, family);
    const Joinable* child = VG_(HT_lookup)(g_joinable, family->joined);
    if (child != NULL && child->thid == family->joining)
        hp_clock_raise(t, child->clock);
    if (family->joining != 0) {
        hp_trace_sync(t, &(SyncEvent){.kind = HP_SYNC_JOIN, .value = family->joining});
        forget_joined(family);
    }
    family->joining = 0;
    hp_waiting_end(t);
}

void hp_joinable_for_each(void (*visit)(ULong thid, ULong forked_by)) {
    VG_(HT_ResetIter)(g_joinable);
    const Joinable* thread;
    while ((thread = VG_(HT_Next)(g_joinable)) != NULL)
        if (thread->has_exited)
            visit(thread->thid, thread->forked_by);
}

ULong hp_join_target(const Thread* t) {
    return family_of(t) != NULL && hp_is_waiting(t) ? family_of(t)->joining : 0;
}

void hp_fork_join_init(void) {
    g_joinable = VG_(HT_construct)("hp.fork_join.joinable");
}
