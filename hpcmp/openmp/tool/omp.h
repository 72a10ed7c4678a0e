/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP: parallel regions and their teams, barriers, worksharing, tasks. The words are those of
 * the OpenMP specification. hpcmp/openmp/program/gomp reports what happens in GCC's runtime, and
 * hpcmp/openmp/program/ompt what happens in LLVM's; nothing here knows which of the two reports.
 *
 * The room openmp/tool knows teams and their tasks; it asks base, threads, where, trace and sync.
 *
 * docs/trace-format.md says which orders a program can rely on, and how they are numbered. The
 * address of an object is that of code (for a parallel region or a task, the code that is executed
 * there) or of a record of the tool (for a team's barrier).
 */
#ifndef HP_OMP_H
#define HP_OMP_H

#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"

/* A number that an object publishes; seq is 0 if there is none. */
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
    UInt n_counts; /* doacross: number of nested loops, ... */
    ULong* counts; /* ... and of the iterations of each */
} OmpOrderedLoop;

/* The threads that execute a parallel region. */
typedef struct {
    VgHashNode node; /* key: its number */
    OmpPoint begin;  /* what the encountering thread publishes */
    OmpPoint end;    /* what each thread of the team publishes */
    UInt n_threads;  /* that have begun */
    UInt n_refs;     /* implicit tasks, and whoever encountered the region */
    ULong single;    /* object: results of `single copyprivate` */
    ULong ordered;   /* object; its value: the highest seq given away */
    XArray* loops;   /* of OmpOrderedLoop, in the order in which the first thread met them;
                        NULL: none */
    UInt n_specs;    /* task constructs that its threads have encountered and
                        not all of whose tasks have ended */
} OmpTeam;

/* Tasks for whose end a thread waits: the children that a task has created since its last taskwait,
   or the members of a taskgroup. */
typedef struct _OmpWaitSet {
    struct _OmpWaitSet* outer; /* of a taskgroup, or NULL */
    ULong seq;
    UInt n_refs;
    Bool is_awaited; /* may a thread still wait for them? */
    Bool has_ended;  /* has a member ended? */
} OmpWaitSet;

/* Tasks that exclude each other, because they have a dependence of type mutexinoutset on one
   address. The set is also the mutex object. */
typedef struct {
    UInt n_refs;
} OmpMutexSet;

/* A task construct that a thread has encountered: one task or, of a taskloop,
   several. */
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
    UInt n_left; /* its body and, if detachable, its event */
    ULong event; /* libgomp's; 0: not detachable */
    ULong round; /* the barrier that cannot end before it */
} OmpSpec;

/* A task that a thread executes: an implicit one, which is the thread's share of a
   parallel region, or an explicit one.  Tasks of a thread form a stack. */
typedef struct _OmpTask {
    struct _OmpTask* below;   /* what the thread goes on with when this ends */
    OmpTeam* team;            /* NULL: outside of all parallel regions */
    OmpSpec* spec;            /* of an explicit task, else NULL */
    OmpWaitSet* children;     /* NULL: none since the last taskwait */
    OmpWaitSet* group;        /* the innermost taskgroup around it or begun by it */
    VgHashTable* dependences; /* of its children, by address; or NULL */
    OmpPoint all_memory;      /* the last child that depends on all addresses */
    OmpPoint undeferred;      /* the end of the child that it waits for */
    Bool is_waiting;          /* all that its thread executes for it is a wait */
    Bool in_taskloop;
    Bool began_inside; /* the runtime, in an operation of the thread's */

    /* For an implicit task only. It passes what its team passes, in the same order. */
    ULong n_barriers;
    ULong n_copies;   /* `single copyprivate` */
    UInt n_loops;     /* those that may be ordered, ... */
    UInt doacross;    /* ... and the last one with ordered iterations */
    OmpPoint arrived; /* where it waits for its team */
    Bool is_over;
    Bool may_be_cancelled; /* the barrier where it is */
} OmpTask;

void hp_omp_init(void);
void hp_omp_task_init(void);

/* The living thread of that number, or NULL if there is none or it is t. */
Thread* hp_omp_other_thread(const Thread* t, ULong thid);
/* The thread's innermost task. If there is none, a task outside of all regions begins. */
OmpTask* hp_omp_task(Thread* t);
/* The thread's innermost implicit task. */
OmpTask* hp_omp_implicit_task(Thread* t);
void hp_omp_push(Thread* t, OmpTask* task);
void hp_omp_pop(Thread* t);
/* Publishes or takes a number. */
void hp_omp_release(Thread* t, OmpPoint point);
void hp_omp_acquire(Thread* t, OmpPoint point);
/* The next number of a construct, which is the code at this address: 1, 2, ... */
ULong hp_omp_next_number(Thread* t, HpPrim prim, Addr construct);

/* --- Regions and barriers: openmp/tool/omp_team.c --- */

/* Functions that begin an operation of the runtime return whether, or under
   which number, it is to be recorded: it is not if the runtime called it. */

ULong hp_omp_parallel_begin(Thread* t, Addr construct);
void hp_omp_parallel_end(Thread* t, ULong team);
/* number: the thread's number in the team; 0 if it is not known, or for the first thread. */
void hp_omp_implicit_begin(Thread* t, ULong team, UInt number);
void hp_omp_implicit_end(Thread* t);
/* A barrier that no construct asks for. It is at the end of the region if `code` is 0 or the
   region's code, otherwise at the end of worksharing. */
void hp_omp_implicit_barrier(Thread* t, Addr code);
Bool hp_omp_barrier_arrive(Thread* t);
void hp_omp_barrier_depart(Thread* t, Bool is_cancelled);
/* A call that is to pass a barrier begins. Only at its end is it known whether the region was
   cancelled instead. */
void hp_omp_cancel_barrier_begin(Thread* t);
void hp_omp_cancel_barrier_end(Thread* t, Bool is_cancelled);

/* --- Names of threads: openmp/tool/omp_names.c --- */

/* team_begin: the thread is about to lead a team, inside of another team's region or not.
   team_join: a thread has begun its share. team_end: the team's region has ended. */
void hp_omp_team_begin(Thread* t, Bool is_inside);
void hp_omp_team_join(Thread* t, OmpTeam* team, UInt number);
void hp_omp_team_end(Thread* t, const OmpTeam* team);

/* --- Locks and worksharing: openmp/tool/omp_work.c --- */

Bool hp_omp_lock_wait_begin(Thread* t, Addr lock);
void hp_omp_lock_wait_end(Thread* t, Addr lock, Bool has_it);
/* has_happened: the lock is released already, and another thread may hold it. */
Bool hp_omp_lock_release(Thread* t, Addr lock, Bool has_happened);
/* The thread has got a mutex. The thread that held it has released it, but perhaps has not said so.
   Then that release is recorded first. */
void hp_omp_mutex_acquire(Thread* t, Addr mutex);
/* A thread meets `single copyprivate`. Either it then gets the copy that another thread has
   published (has_copy), or it executes the region and publishes. */
Bool hp_omp_single_begin(Thread* t);
void hp_omp_single_end(Thread* t, Bool has_copy);
Bool hp_omp_single_publish(Thread* t);
/* call: an operation that orders nothing begins. leave: an operation that acquires nothing is
   over. */
Bool hp_omp_call(Thread* t);
void hp_omp_leave(Thread* t);

/* Code of the program that the runtime library has called returns to the library. */
void hp_omp_enter(Thread* t);

/* --- Ordered regions and iterations: openmp/tool/omp_ordered.c --- */

/* A loop begins that may have ordered regions. If n_counts, the number of nested loops, is not 0,
   the loop has ordered iterations, and `counts` are the iterations of each nested loop. All threads
   meet the same loops. */
Bool hp_omp_ordered_loop(Thread* t, UInt n_counts, const ULong* counts);
Bool hp_omp_ordered_wait(Thread* t);
void hp_omp_ordered_begin(Thread* t);
Bool hp_omp_ordered_end(Thread* t);
/* An iteration, which has a number for each nested loop, publishes, or a thread waits for it.
   wait_begin returns how many numbers there are, or 0. */
Bool hp_omp_doacross_post(Thread* t, const ULong* iteration);
ULong hp_omp_doacross_wait_begin(Thread* t);
void hp_omp_doacross_wait_end(Thread* t, const ULong* iteration);

/* --- Tasks: openmp/tool/omp_task.c --- */

/* create_begin: a thread is about to create a task, or the tasks of a loop, which execute the code
   `construct`; depend is libgomp's list or 0. create_end: it has created them, and if have_ended,
   they have also ended. */
ULong hp_omp_task_create_begin(Thread* t, Addr construct, Addr depend, HpOmpTaskKind kind);
void hp_omp_task_create_end(Thread* t, ULong number, ULong event, Bool have_ended);
/* One of these tasks begins; the thread's innermost task ends. */
void hp_omp_task_begin(Thread* t, ULong number, ULong event);
void hp_omp_task_end(Thread* t);
/* The innermost task ends, but its event has still to be fulfilled. */
void hp_omp_task_detach(Thread* t);
/* The event of a detachable task is about to be fulfilled. */
Bool hp_omp_fulfill(Thread* t, ULong event);
/* The same by the task's number. The task has detached or is still executed. */
void hp_omp_fulfill_task(Thread* t, ULong number, Bool is_detached);
/* A task, or a wait, that has just been created depends on an address. */
void hp_omp_task_add_dependence(Thread* t, ULong number, Addr a, ULong kind);
/* A thread is about to wait with dependences; it has waited. */
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

/* A child of `parent` has a dependence: it needs the ends of some earlier children. If is_task,
   later children may need the end of this one. */
void hp_omp_add_dependence(OmpTask* parent, OmpSpec* spec, Addr a, OmpDepend kind, Bool is_task);
/* Adds all dependences of a list in the form of GOMP_task. */
void hp_omp_add_dependences(OmpTask* parent, OmpSpec* spec, Addr list, Bool is_task);
/* All children of the task have ended. */
void hp_omp_forget_dependences(Thread* t, OmpTask* task);
void hp_omp_mutex_set_unref(Thread* t, OmpMutexSet* set);

#endif
