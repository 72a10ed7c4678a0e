/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP: parallel regions and their teams, barriers, worksharing, tasks. The terms are those of
 * the OpenMP specification. hpcmp/openmp/program/gomp reports what happens in GCC's runtime, and
 * hpcmp/openmp/program/ompt what happens in LLVM's. This folder is the same for both.
 *
 * The room openmp/tool knows teams and their tasks; it asks base, threads, where, trace and sync.
 *
 * docs/trace-format.md says which orders a program can rely on, and how they are numbered. An
 * object has the address of code or of a record of the tool. Example: the address of a parallel
 * region or a task is that of the code that it executes, and the address of a team's barrier is
 * that of a record.
 */
#ifndef HP_OMP_H
#define HP_OMP_H

#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"

/* A point to which releases and acquires refer: an object, and a number that it publishes. seq is 0
   if there is none. */
typedef struct {
    Addr object;
    HpPrim prim;
    ULong seq;
} OmpPoint;

/* A worksharing loop with ordered regions, or with ordered iterations:
   `ordered depend`, called doacross. */
typedef struct {
    UInt number;   /* among all loops of the team */
    ULong last;    /* seq of the ordered region that ended last, or 0 */
    ULong inside;  /* thid of the thread in an ordered region, or 0 */
    ULong base;    /* doacross: iteration 0, 1, ... publishes base, base + 1, ... */
    UInt n_counts; /* doacross: the number of nested loops, ... */
    ULong* counts; /* ... and of the iterations of each */
} OmpOrderedLoop;

/* The threads that execute a parallel region. */
typedef struct {
    VgHashNode node; /* key: its number */
    OmpPoint begin;  /* what the encountering thread publishes */
    OmpPoint end;    /* what each thread of the team publishes */
    UInt n_threads;  /* threads that have begun */
    UInt n_refs;     /* implicit tasks, and the thread that encountered the region */
    ULong single;    /* object for results of `single copyprivate` */
    ULong ordered;   /* object for ordered regions; the value is the highest seq that was given */
    XArray* loops;   /* of OmpOrderedLoop, in the order in which the first thread met them;
                        NULL: none */
    UInt n_specs;    /* task constructs that its threads have encountered, and that have tasks which
                        have not ended */
} OmpTeam;

/* Tasks for whose end a thread waits: the children that a task has created since its last taskwait,
   or the members of a taskgroup. */
typedef struct _OmpWaitSet {
    struct _OmpWaitSet* outer; /* of a taskgroup: the one around it, or NULL */
    ULong seq;
    UInt n_refs;
    Bool is_awaited; /* may a thread still wait for them? */
    Bool has_ended;  /* has a member ended? */
} OmpWaitSet;

/* Tasks that exclude each other, because they have a dependence of type mutexinoutset on the same
   address. The set is also the object of the mutex that they use. */
typedef struct {
    UInt n_refs;
} OmpMutexSet;

/* A task construct that a thread has encountered. It creates one task, or several if it is a
   taskloop. */
typedef struct _OmpSpec {
    VgHashNode node; /* key: its number */
    OmpTeam* team;
    OmpPoint creation;
    OmpPoint end; /* published only if it is needed */
    OmpWaitSet* siblings;
    OmpWaitSet* group; /* or NULL */
    Bool is_loop;
    Bool is_wait;    /* a taskwait with dependences, which is not a task */
    Bool is_needed;  /* may another task, or its creator, depend on it? */
    OmpPoint* needs; /* ends of the tasks that it depends on */
    UInt n_needs;
    OmpMutexSet** mutexes;
    UInt n_mutexes;
    UInt n_left; /* parts that have not ended: the body and, if the task is detachable, its event */
    ULong event; /* libgomp's; 0: not detachable */
    ULong round; /* number of the barrier that cannot end before this task */
} OmpSpec;

/* A task that a thread executes: an implicit one, which is the thread's share of a
   parallel region, or an explicit one.  Tasks of a thread form a stack. */
typedef struct _OmpTask {
    struct _OmpTask* below;   /* the task with which the thread continues when this one ends */
    OmpTeam* team;            /* NULL: the task is outside of all parallel regions */
    OmpSpec* spec;            /* of an explicit task, else NULL */
    OmpWaitSet* children;     /* NULL: none since the last taskwait */
    OmpWaitSet* group;        /* the innermost taskgroup around it or begun by it */
    VgHashTable* dependences; /* dependences of its children, by address; or NULL */
    OmpPoint all_memory;      /* the end of its last child that depends on all addresses */
    OmpPoint undeferred;      /* the end of the child that it waits for */
    Bool is_waiting;          /* all that the thread executes for this task is waiting
                               */
    Bool in_taskloop;
    Bool began_inside; /* the runtime has begun it during an operation of the thread */

    /* For an implicit task only: what the task has passed so far. All implicit tasks of a team pass
       the same barriers, copies and loops in the same order. */
    ULong n_barriers;
    ULong n_copies;   /* `single copyprivate` */
    UInt n_loops;     /* loops that may be ordered, ... */
    UInt doacross;    /* ... and the last one with ordered iterations */
    OmpPoint arrived; /* where it waits for its team */
    Bool is_over;
    Bool may_be_cancelled; /* the barrier where it is may be cancelled */
} OmpTask;

void hp_omp_init(void);
void hp_omp_task_init(void);

/* The living thread with this thid. NULL if there is none, or if it is t. */
Thread* hp_omp_other_thread(const Thread* t, ULong thid);
/* The thread's innermost task. If there is none, a task outside of all regions begins. */
OmpTask* hp_omp_task(Thread* t);
/* The thread's innermost implicit task. */
OmpTask* hp_omp_implicit_task(Thread* t);
void hp_omp_push(Thread* t, OmpTask* task);
void hp_omp_pop(Thread* t);
/* t releases, or acquires, at this point. */
void hp_omp_release(Thread* t, OmpPoint point);
void hp_omp_acquire(Thread* t, OmpPoint point);
/* The next number (1, 2, ...) of the construct whose code is at this address. */
ULong hp_omp_next_number(Thread* t, HpPrim prim, Addr construct);

/* --- Regions and barriers: openmp/tool/omp_team.c --- */

/* A function that begins an operation of the runtime returns True, or a number for the operation,
   if the operation has to be recorded. It returns False or 0 if the runtime itself has called the
   operation, which is then not recorded. */

ULong hp_omp_parallel_begin(Thread* t, Addr construct);
void hp_omp_parallel_end(Thread* t, ULong team);
/* number: the thread's number in the team. It is 0 for the first thread, or if it is unknown. */
void hp_omp_implicit_begin(Thread* t, ULong team, UInt number);
void hp_omp_implicit_end(Thread* t);
/* An implicit barrier. If `code` is 0 or the region's code, it is the barrier at the end of the
   region. Otherwise it is one at the end of a worksharing construct. */
void hp_omp_implicit_barrier(Thread* t, Addr code);
Bool hp_omp_barrier_arrive(Thread* t);
void hp_omp_barrier_depart(Thread* t, Bool is_cancelled);
/* begin: a call begins that will pass a barrier, unless the region is cancelled. end: the call says
   which of the two has happened. */
void hp_omp_cancel_barrier_begin(Thread* t);
void hp_omp_cancel_barrier_end(Thread* t, Bool is_cancelled);

/* --- Names of threads: openmp/tool/omp_names.c --- */

/* team_begin: the thread is about to lead a team. is_inside: it does so inside of another team's
   region. team_join: a thread has begun its share. team_end: the team's region has ended. */
void hp_omp_team_begin(Thread* t, Bool is_inside);
void hp_omp_team_join(Thread* t, OmpTeam* team, UInt number);
void hp_omp_team_end(Thread* t, const OmpTeam* team);

/* --- Locks and worksharing: openmp/tool/omp_work.c --- */

Bool hp_omp_lock_wait_begin(Thread* t, Addr lock);
void hp_omp_lock_wait_end(Thread* t, Addr lock, Bool has_it);
/* has_happened: the lock is released already, and another thread may hold it. */
Bool hp_omp_lock_release(Thread* t, Addr lock, Bool has_happened);
/* The thread has got a mutex. If its former holder has not reported the release yet, this release
   is recorded first. */
void hp_omp_mutex_acquire(Thread* t, Addr mutex);
/* A thread meets `single copyprivate`. Either it executes the region and publishes a copy, or it
   gets the copy that another thread has published (has_copy). */
Bool hp_omp_single_begin(Thread* t);
void hp_omp_single_end(Thread* t, Bool has_copy);
Bool hp_omp_single_publish(Thread* t);
/* hp_omp_call(): an operation begins that orders nothing. hp_omp_leave(): an operation that
   acquires nothing is over. */
Bool hp_omp_call(Thread* t);
void hp_omp_leave(Thread* t);

/* Code of the program returns to the runtime library, which had called it. */
void hp_omp_enter(Thread* t);

/* --- Ordered regions and iterations: openmp/tool/omp_ordered.c --- */

/* A loop begins that may have ordered regions. If the loop has ordered iterations, n_counts is the
   number of nested loops, and `counts` are the iterations of each of them. Otherwise n_counts is 0.
   All threads meet the same loops. */
Bool hp_omp_ordered_loop(Thread* t, UInt n_counts, const ULong* counts);
Bool hp_omp_ordered_wait(Thread* t);
void hp_omp_ordered_begin(Thread* t);
Bool hp_omp_ordered_end(Thread* t);
/* `iteration` has a number for each nested loop. post: the iteration publishes. wait: the thread
   waits for the iteration. hp_omp_doacross_wait_begin() returns the count of these numbers, or 0.
 */
Bool hp_omp_doacross_post(Thread* t, const ULong* iteration);
ULong hp_omp_doacross_wait_begin(Thread* t);
void hp_omp_doacross_wait_end(Thread* t, const ULong* iteration);

/* --- Tasks: openmp/tool/omp_task.c --- */

/* create_begin: a thread is about to create a task, or the tasks of a taskloop, which will execute
   the code `construct`. `depend` is libgomp's list of dependences, or 0. create_end: the thread has
   created the tasks. have_ended: the tasks have also ended. */
ULong hp_omp_task_create_begin(Thread* t, Addr construct, Addr depend, HpOmpTaskKind kind);
void hp_omp_task_create_end(Thread* t, ULong number, ULong event, Bool have_ended);
/* task_begin: one of these tasks begins. task_end: the thread's innermost task ends. */
void hp_omp_task_begin(Thread* t, ULong number, ULong event);
void hp_omp_task_end(Thread* t);
/* The thread's innermost task ends, but its event is not fulfilled yet. */
void hp_omp_task_detach(Thread* t);
/* The event of a detachable task is about to be fulfilled. */
Bool hp_omp_fulfill(Thread* t, ULong event);
/* The same, but the task is named by its number. is_detached: the task has ended and waits for the
   event; otherwise it is still executed. */
void hp_omp_fulfill_task(Thread* t, ULong number, Bool is_detached);
/* A task or a wait that has just been created has a dependence on this address. */
void hp_omp_task_add_dependence(Thread* t, ULong number, Addr a, ULong kind);
/* wait_begin: a thread is about to wait with dependences. wait_end: it has waited. */
ULong hp_omp_wait_begin(Thread* t);
void hp_omp_wait_end(Thread* t, ULong number);
Bool hp_omp_taskwait_begin(Thread* t);
/* depend: the thread has waited only for tasks that this list depends on. */
void hp_omp_taskwait_end(Thread* t, Addr depend);
Bool hp_omp_taskgroup_begin(Thread* t);
Bool hp_omp_taskgroup_wait(Thread* t);
void hp_omp_taskgroup_end(Thread* t);
/* The tasks that this team has left behind will never begin. */
void hp_omp_drop_specs(Thread* t, OmpTeam* team);
/* The task has ended and nobody can wait for its children. */
void hp_omp_abandon_children(OmpTask* task);

/* --- Dependences: openmp/tool/omp_depend.c --- */

typedef enum {
    OMP_DEPEND_IN = 1,
    OMP_DEPEND_OUT,
    OMP_DEPEND_INOUT,
    OMP_DEPEND_MUTEXINOUTSET,
    OMP_DEPEND_INOUTSET
} OmpDepend;

/* A child of `parent` has a dependence, so it comes after the ends of some earlier children. If
   is_task, later children may have to come after the end of this one. */
void hp_omp_add_dependence(OmpTask* parent, OmpSpec* spec, Addr a, OmpDepend kind, Bool is_task);
/* Adds all dependences of a list in the form of GOMP_task. */
void hp_omp_add_dependences(OmpTask* parent, OmpSpec* spec, Addr list, Bool is_task);
/* All children of the task have ended. */
void hp_omp_forget_dependences(Thread* t, OmpTask* task);
void hp_omp_mutex_set_unref(Thread* t, OmpMutexSet* set);

#endif
