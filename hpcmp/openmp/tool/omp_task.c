/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP's tasks. When a task construct is encountered for the n-th time, this publishes 2n - 1,
 * and the task acquires this number when it begins. The task's end publishes 2n, and tasks that
 * depend on it acquire this number.
 *
 * A taskwait or the end of a taskgroup waits for a set of tasks. Each set has a number of its own.
 * Every member publishes this number at its end. The waiting thread acquires it with one event for
 * all members.
 */

#include "hpcmp/base/tables.h"
#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/waiting.h"

static VgHashTable* g_specs;
static ULong g_last_spec;
/* The object of all sets; its value: the last one's number. */
static ULong g_wait_sets;

void hp_omp_task_init(void) {
    g_specs = VG_(HT_construct)("hp.omp.specs");
}

/*------------------------------------------------------------*/
/*--- Sets of tasks that are waited for                     ---*/
/*------------------------------------------------------------*/

static OmpPoint end_of_set(const OmpWaitSet* set) {
    return (OmpPoint){(Addr)&g_wait_sets, HP_PRIM_TASKWAIT, set->seq};
}

static OmpWaitSet* new_set(OmpWaitSet* outer) {
    OmpWaitSet* set = VG_(calloc)("hp.omp.set", 1, sizeof *set);
    set->outer = outer;
    set->seq = ++g_wait_sets;
    set->n_refs = 1;
    set->is_awaited = True;
    return set;
}

static OmpWaitSet* ref_set(OmpWaitSet* set) {
    if (set != NULL)
        set->n_refs++;
    return set;
}

static void unref_set(OmpWaitSet* set) {
    if (set != NULL && --set->n_refs == 0)
        VG_(free)(set);
}

static void end_member(Thread* t, OmpWaitSet* set) {
    if (set == NULL || !set->is_awaited)
        return;
    set->has_ended = True;
    hp_omp_release(t, end_of_set(set));
}

/* Its owner has waited for it, or cannot any more. */
static void end_set(OmpWaitSet** set) {
    if (*set == NULL)
        return;
    (*set)->is_awaited = False;
    unref_set(*set);
    *set = NULL;
}

static void end_group(OmpTask* task) {
    OmpWaitSet* outer = task->group->outer;
    end_set(&task->group);
    task->group = outer;
}

void hp_omp_abandon_children(OmpTask* task) {
    end_set(&task->children);
}

/*------------------------------------------------------------*/
/*--- Creation                                              ---*/
/*------------------------------------------------------------*/

/* The thread waits: for tasks before it executes an undeferred one, for an event
   after that. */
static void wait_for_undeferred(Thread* t, OmpTask* parent, OmpSpec* spec, Bool is_detachable) {
    if (is_detachable) {
        spec->is_needed = True;
        parent->undeferred = spec->end;
    }
    parent->is_waiting = True;
    hp_waiting_begin(t);
}

static OmpSpec* new_spec(void) {
    return hp_table_add(g_specs, ++g_last_spec, "hp.omp.spec", sizeof(OmpSpec));
}

ULong hp_omp_task_create_begin(Thread* t, Addr construct, Addr depend, HpOmpTaskKind kind) {
    if (hp_is_in_runtime(t))
        return 0;
    OmpTask* parent = hp_omp_task(t);
    if (parent->children == NULL)
        parent->children = new_set(NULL);
    ULong n = hp_omp_next_number(t, HP_PRIM_TASK, construct);
    OmpSpec* spec = new_spec();
    spec->team = parent->team;
    spec->creation = (OmpPoint){construct, HP_PRIM_TASK, 2 * n - 1};
    spec->end = (OmpPoint){construct, HP_PRIM_TASK, 2 * n};
    spec->siblings = ref_set(parent->children);
    spec->group = ref_set(parent->group);
    spec->is_loop = kind == HP_OMP_TASKLOOP;
    spec->n_left = 1;
    spec->round = hp_omp_implicit_task(t)->n_barriers + 1;
    if (spec->team != NULL)
        spec->team->n_specs++;
    if (depend != 0)
        hp_omp_add_dependences(parent, spec, depend, True);
    parent->in_taskloop = spec->is_loop;
    hp_omp_release(t, spec->creation);
    hp_runtime_enter(t);
    const Bool is_detachable = kind == HP_OMP_UNDEFERRED_DETACHABLE_TASK;
    if (is_detachable || (kind == HP_OMP_UNDEFERRED_TASK && depend != 0))
        wait_for_undeferred(t, parent, spec, is_detachable);
    return spec->node.key;
}

static void free_spec(Thread* t, OmpSpec* spec) {
    if (spec->team != NULL)
        spec->team->n_specs--;
    unref_set(spec->siblings);
    unref_set(spec->group);
    for (UInt i = 0; i < spec->n_mutexes; i++)
        hp_omp_mutex_set_unref(t, spec->mutexes[i]);
    VG_(free)(spec->mutexes);
    VG_(free)(spec->needs);
    VG_(free)(spec);
}

static void remove_spec(Thread* t, OmpSpec* spec) {
    VG_(HT_remove)(g_specs, spec->node.key);
    free_spec(t, spec);
}

/* The event of a detachable task is known from its creation or its beginning,
   whichever comes first, so before anybody can fulfill it. */
static void set_event(OmpSpec* spec, ULong event) {
    if (event == 0 || spec->event != 0)
        return;
    spec->event = event;
    spec->n_left++;
}

void hp_omp_task_create_end(Thread* t, ULong number, ULong event, Bool have_ended) {
    OmpSpec* spec = VG_(HT_lookup)(g_specs, number);
    if (spec != NULL)
        set_event(spec, event);
    if (spec != NULL && (have_ended || (spec->is_loop && spec->team == NULL)))
        remove_spec(t, spec);
    OmpTask* parent = hp_omp_task(t);
    if (parent->undeferred.seq != 0)
        hp_omp_acquire(t, parent->undeferred);
    parent->undeferred.seq = 0;
    parent->in_taskloop = parent->is_waiting = False;
    hp_runtime_leave(t);
}

void hp_omp_drop_specs(Thread* t, OmpTeam* team) {
    if (team->n_specs == 0)
        return;
    OmpSpec* spec;
    VG_(HT_ResetIter)(g_specs);
    while ((spec = VG_(HT_Next)(g_specs)) != NULL)
        if (spec->team == team) {
            VG_(HT_remove_at_Iter)(g_specs);
            free_spec(t, spec);
        }
}

/*------------------------------------------------------------*/
/*--- Execution                                             ---*/
/*------------------------------------------------------------*/

static void acquire_needs(Thread* t, const OmpSpec* spec) {
    for (UInt i = 0; i < spec->n_needs; i++)
        hp_omp_acquire(t, spec->needs[i]);
}

void hp_omp_task_begin(Thread* t, ULong number, ULong event) {
    OmpSpec* spec = VG_(HT_lookup)(g_specs, number);
    if (spec == NULL)
        return;
    set_event(spec, event);
    OmpTask* task = VG_(calloc)("hp.omp.task", 1, sizeof *task);
    task->team = spec->team;
    task->spec = spec;
    task->group = ref_set(spec->group);
    task->began_inside = hp_is_in_runtime(t);
    hp_omp_task(t);
    hp_omp_push(t, task);
    hp_omp_acquire(t, spec->creation);
    acquire_needs(t, spec);
    for (UInt i = 0; i < spec->n_mutexes; i++)
        hp_omp_mutex_acquire(t, (Addr)spec->mutexes[i]);
    hp_runtime_leave(t);
}

/* Publishes that the task has ended, which happens before any thread that waits for it goes on. */
static void publish_end(Thread* t, const OmpSpec* spec) {
    end_member(t, spec->siblings);
    end_member(t, spec->group);
    if (spec->is_needed)
        hp_omp_release(t, spec->end);
    const OmpTask* implicit = hp_omp_implicit_task(t);
    if (implicit->team != NULL && implicit->team == spec->team && implicit->arrived.seq != 0)
        hp_omp_release(t, implicit->arrived);
}

/* Its body has ended, or its event been fulfilled. */
static void end_part(Thread* t, OmpSpec* spec) {
    if (!spec->is_loop && --spec->n_left == 0)
        remove_spec(t, spec);
}

void hp_omp_task_end(Thread* t) {
    OmpTask* task = hp_omp_task(t);
    if (task->spec == NULL)
        return;
    OmpSpec* spec = task->spec;
    const Bool began_inside = task->began_inside;
    for (UInt i = spec->n_mutexes; i > 0; i--)
        hp_lock_release(t, HP_BY_LIBRARY, HP_PRIM_MUTEX, (Addr)spec->mutexes[i - 1], True);
    publish_end(t, spec);
    while (task->group != spec->group)
        end_group(task);
    unref_set(task->group);
    hp_omp_pop(t);
    end_part(t, spec);
    if (!began_inside)
        return;
    hp_runtime_enter(t);
    if (hp_omp_task(t)->is_waiting)
        hp_waiting_begin(t);
}

void hp_omp_task_detach(Thread* t) {
    if (hp_omp_task(t)->spec != NULL)
        hp_omp_task(t)->spec->n_left++;
    hp_omp_task_end(t);
}

static OmpSpec* find_event(ULong event) {
    OmpSpec* spec;
    VG_(HT_ResetIter)(g_specs);
    while ((spec = VG_(HT_Next)(g_specs)) != NULL)
        if (spec->event == event)
            break;
    return spec;
}

static void publish_event(Thread* t, const OmpSpec* spec) {
    publish_end(t, spec);
    /* A thread that does not arrive at the team's barrier itself. */
    if (spec->team != NULL && hp_omp_implicit_task(t)->team != spec->team) {
        hp_omp_release(t, (OmpPoint){(Addr)spec->team, HP_PRIM_BARRIER, spec->round});
        hp_omp_release(t, spec->team->end);
    }
}

Bool hp_omp_fulfill(Thread* t, ULong event) {
    if (hp_is_in_runtime(t))
        return False;
    OmpSpec* spec = event == 0 ? NULL : find_event(event);
    if (spec != NULL) {
        publish_event(t, spec);
        end_part(t, spec);
    }
    hp_runtime_enter(t);
    return True;
}

void hp_omp_fulfill_task(Thread* t, ULong number, Bool is_detached) {
    OmpSpec* spec = VG_(HT_lookup)(g_specs, number);
    if (spec == NULL)
        return;
    publish_event(t, spec);
    if (is_detached)
        end_part(t, spec);
}

/*------------------------------------------------------------*/
/*--- Waiting                                               ---*/
/*------------------------------------------------------------*/

static void begin_wait(Thread* t) {
    hp_omp_task(t)->is_waiting = True;
    hp_runtime_enter(t);
    hp_waiting_begin(t);
}

static void end_wait(Thread* t) {
    hp_omp_task(t)->is_waiting = False;
    hp_runtime_leave(t);
}

Bool hp_omp_taskwait_begin(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    begin_wait(t);
    return True;
}

static void acquire_depended_on(Thread* t, OmpTask* task, Addr depend) {
    OmpSpec waiter = {.n_left = 1};
    hp_omp_add_dependences(task, &waiter, depend, False);
    acquire_needs(t, &waiter);
    VG_(free)(waiter.needs);
}

void hp_omp_taskwait_end(Thread* t, Addr depend) {
    OmpTask* task = hp_omp_task(t);
    if (depend != 0) {
        acquire_depended_on(t, task, depend);
    } else if (task->children != NULL) {
        if (task->children->has_ended)
            hp_omp_acquire(t, end_of_set(task->children));
        end_set(&task->children);
        hp_omp_forget_dependences(t, task);
    }
    end_wait(t);
}

void hp_omp_task_add_dependence(Thread* t, ULong number, Addr a, ULong kind) {
    OmpSpec* spec = VG_(HT_lookup)(g_specs, number);
    if (spec != NULL)
        hp_omp_add_dependence(hp_omp_task(t), spec, a, kind, !spec->is_wait);
}

ULong hp_omp_wait_begin(Thread* t) {
    if (hp_is_in_runtime(t))
        return 0;
    OmpSpec* spec = new_spec();
    spec->is_wait = True;
    begin_wait(t);
    return spec->node.key;
}

void hp_omp_wait_end(Thread* t, ULong number) {
    OmpSpec* spec = VG_(HT_lookup)(g_specs, number);
    if (spec == NULL)
        return;
    acquire_needs(t, spec);
    remove_spec(t, spec);
    end_wait(t);
}

Bool hp_omp_taskgroup_begin(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    OmpTask* task = hp_omp_task(t);
    task->group = new_set(task->group);
    return True;
}

/* The runtime itself ends the group of a taskloop. */
Bool hp_omp_taskgroup_wait(Thread* t) {
    if (!hp_is_in_runtime(t)) {
        begin_wait(t);
        return True;
    }
    if (hp_omp_task(t)->in_taskloop)
        begin_wait(t);
    return False;
}

void hp_omp_taskgroup_end(Thread* t) {
    OmpTask* task = hp_omp_task(t);
    const OmpWaitSet* inherited = task->spec == NULL ? NULL : task->spec->group;
    if (task->group != inherited) {
        if (task->group->has_ended)
            hp_omp_acquire(t, end_of_set(task->group));
        end_group(task);
    }
    end_wait(t);
}
