/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP's parallel regions and barriers. When a region begins for the n-th time, this publishes 2n
 * - 1. Its end in each thread publishes 2n. The barriers of a team are the rounds 1, 2, ... of one
 * object. Each thread counts the rounds for itself, because all threads pass the same barriers.
 *
 * All tasks of a team end before its barrier ends. So when a task has arrived at the barrier,
 * nothing else waits for its children. If a thread executes tasks while it waits at a barrier, it
 * publishes the round again after each task.
 */

#include "hpcmp/base/tables.h"
#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"

/* The innermost. */
HP_THREAD_SLOT(OmpTask, task)

static VgHashTable* g_teams;
static ULong g_last_team;

/* The state of a construct, which is an address of code: how many of its regions or tasks have
   begun. */
typedef struct {
    ULong n_begun;
} Construct;

/*------------------------------------------------------------*/
/*--- What is published                                     ---*/
/*------------------------------------------------------------*/

ULong hp_omp_next_number(Thread* t, HpPrim prim, Addr construct) {
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, prim, construct, NULL);
    return ++((Construct*)obj->state)->n_begun;
}

void hp_omp_release(Thread* t, OmpPoint point) {
    hp_sync_release(t, hp_sync_object(t, HP_BY_LIBRARY, point.prim, point.object, NULL), point.seq,
                    NULL);
}

void hp_omp_acquire(Thread* t, OmpPoint point) {
    hp_sync_acquire(t, hp_sync_object(t, HP_BY_LIBRARY, point.prim, point.object, NULL), point.seq,
                    NULL);
}

/*------------------------------------------------------------*/
/*--- A thread's tasks                                      ---*/
/*------------------------------------------------------------*/

void hp_omp_push(Thread* t, OmpTask* task) {
    task->below = task_of(t);
    *task_slot(t) = task;
}

static void unref_team(OmpTeam* team) {
    if (team == NULL)
        return;
    tl_assert(team->n_refs > 0);
    if (--team->n_refs > 0)
        return;
    if (team->loops != NULL) {
        for (Word i = 0; i < VG_(sizeXA)(team->loops); i++)
            VG_(free)(((OmpOrderedLoop*)VG_(indexXA)(team->loops, i))->counts);
        VG_(deleteXA)(team->loops);
    }
    VG_(free)(team);
}

void hp_omp_pop(Thread* t) {
    OmpTask* task = task_of(t);
    *task_slot(t) = task->below;
    hp_omp_abandon_children(task);
    hp_omp_forget_dependences(t, task);
    if (task->spec == NULL)
        unref_team(task->team);
    VG_(free)(task);
}

void hp_omp_exits(Thread* t) {
    while (task_of(t) != NULL)
        hp_omp_pop(t);
}

Thread* hp_omp_other_thread(const Thread* t, ULong thid) {
    return thid == t->thid ? NULL : hp_thread_of(thid);
}

OmpTask* hp_omp_task(Thread* t) {
    if (task_of(t) == NULL)
        hp_omp_push(t, VG_(calloc)("hp.omp.initial", 1, sizeof(OmpTask)));
    return task_of(t);
}

OmpTask* hp_omp_implicit_task(Thread* t) {
    OmpTask* task = hp_omp_task(t);
    while (task->spec != NULL && task->below != NULL)
        task = task->below;
    return task;
}

/* A thread that is kept for the next region remains in its implicit task until
   then: the runtime may give it tasks of the others. */
static void leave_region(Thread* t) {
    if (task_of(t) != NULL && task_of(t)->is_over)
        hp_omp_pop(t);
}

/*------------------------------------------------------------*/
/*--- Parallel regions                                      ---*/
/*------------------------------------------------------------*/

ULong hp_omp_parallel_begin(Thread* t, Addr construct) {
    if (hp_is_in_runtime(t))
        return 0;
    OmpTeam* team = hp_table_add(g_teams, ++g_last_team, "hp.omp.team", sizeof *team);
    team->n_refs = 1;
    ULong n = hp_omp_next_number(t, HP_PRIM_PARALLEL, construct);
    team->begin = (OmpPoint){construct, HP_PRIM_PARALLEL, 2 * n - 1};
    team->end = (OmpPoint){construct, HP_PRIM_PARALLEL, 2 * n};
    hp_omp_release(t, team->begin);
    hp_omp_team_begin(t, hp_omp_task(t)->team != NULL);
    hp_runtime_enter(t);
    return team->node.key;
}

void hp_omp_implicit_begin(Thread* t, ULong number, UInt number_in_team) {
    OmpTeam* team = VG_(HT_lookup)(g_teams, number);
    if (team == NULL)
        return;
    leave_region(t);
    OmpTask* task = VG_(calloc)("hp.omp.implicit", 1, sizeof *task);
    task->team = team;
    team->n_refs++;
    hp_omp_push(t, task);
    hp_omp_team_join(t, team, number_in_team);
    hp_omp_acquire(t, team->begin);
    hp_runtime_leave(t);
}

void hp_omp_implicit_end(Thread* t) {
    OmpTask* task = task_of(t);
    if (task == NULL || task->team == NULL || task->spec != NULL || task->is_over)
        return;
    task->is_over = task->is_waiting = True;
    task->arrived = task->team->end;
    hp_omp_abandon_children(task);
    hp_omp_release(t, task->team->end);
    hp_runtime_enter(t);
    hp_waiting_begin(t);
}

/* The team's own objects, if they were used. */
static void end_objects(Thread* t, const OmpTeam* team) {
    const Addr objects[] = {(Addr)team, (Addr)&team->single, (Addr)&team->ordered};
    for (UInt i = 0; i < sizeof objects / sizeof *objects; i++) {
        SyncObj* obj = hp_sync_find(objects[i]);
        if (obj != NULL)
            hp_sync_end(t, obj);
    }
}

/* LLVM's runtime frees its team before it reports the end, and another thread's region may have
   changed the number by then.  The region whose share of t is over is the one that t ends. */
static ULong number_of_ended(const Thread* t, ULong number) {
    const OmpTask* task = task_of(t);
    Bool is_over = task != NULL && task->team != NULL && task->spec == NULL && task->is_over;
    return is_over ? task->team->node.key : number;
}

void hp_omp_parallel_end(Thread* t, ULong number) {
    OmpTeam* team = VG_(HT_remove)(g_teams, number_of_ended(t, number));
    if (team == NULL)
        return;
    leave_region(t);
    hp_omp_acquire(t, team->end);
    hp_runtime_leave(t);
    hp_omp_team_end(t, team);
    hp_omp_drop_specs(t, team);
    end_objects(t, team);
    unref_team(team);
}

/*------------------------------------------------------------*/
/*--- Barriers                                              ---*/
/*------------------------------------------------------------*/

Bool hp_omp_barrier_arrive(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    OmpTask* task = hp_omp_implicit_task(t);
    if (task->team != NULL) {
        task->arrived = (OmpPoint){(Addr)task->team, HP_PRIM_BARRIER, ++task->n_barriers};
        hp_omp_release(t, task->arrived);
        hp_omp_abandon_children(task);
    }
    task->is_waiting = True;
    hp_runtime_enter(t);
    hp_waiting_begin(t);
    return True;
}

void hp_omp_implicit_barrier(Thread* t, Addr code) {
    const OmpTask* task = task_of(t);
    if (code == 0 || (task != NULL && task->team != NULL && code == task->team->begin.object))
        hp_omp_implicit_end(t);
    else
        hp_omp_barrier_arrive(t);
}

void hp_omp_barrier_depart(Thread* t, Bool is_cancelled) {
    OmpTask* task = hp_omp_implicit_task(t);
    if (task->is_over || task->may_be_cancelled)
        return;
    if (task->team != NULL && !is_cancelled)
        hp_omp_acquire(t, task->arrived);
    task->arrived.seq = 0;
    task->is_waiting = False;
    hp_omp_forget_dependences(t, task);
    hp_runtime_leave(t);
}

void hp_omp_cancel_barrier_begin(Thread* t) {
    hp_omp_implicit_task(t)->may_be_cancelled = True;
}

void hp_omp_cancel_barrier_end(Thread* t, Bool is_cancelled) {
    OmpTask* task = hp_omp_implicit_task(t);
    task->may_be_cancelled = False;
    if (task->is_waiting)
        hp_omp_barrier_depart(t, is_cancelled);
}

void hp_omp_init(void) {
    static const SyncKind construct = {.state_size = sizeof(Construct)};
    const HpPrim prims[] = {HP_PRIM_PARALLEL, HP_PRIM_SINGLE, HP_PRIM_ORDERED, HP_PRIM_TASK,
                            HP_PRIM_TASKWAIT};
    for (UInt i = 0; i < sizeof prims / sizeof *prims; i++)
        hp_sync_set_kind(prims[i], &construct);
    g_teams = VG_(HT_construct)("hp.omp.teams");
    hp_omp_task_init();
}
