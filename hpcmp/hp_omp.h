/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP: parallel regions and their teams, barriers, worksharing, tasks.  The
 * words are those of the OpenMP specification.  What happens is reported by
 * hpcmp/preload/gomp_*.c for GCC's runtime and by hpcmp/preload/ompt.c for LLVM's;
 * nothing here knows which of them it was.
 *
 * What a program can rely on, and how that is numbered, is in
 * docs/trace-format.md.  The objects are addresses of code (a parallel region,
 * a task: what is executed there) or of the tool's own records (a team's barrier).
 */
#ifndef HP_OMP_H
#define HP_OMP_H

#include "hp_sync.h"

/* A number that some object publishes; seq 0: none. */
typedef struct {
   Addr object;
   HpPrim prim;
   ULong seq;
} OmpPoint;

/* A worksharing loop with ordered regions, or with ordered iterations:
   `ordered depend`, called doacross. */
typedef struct {
   ULong last;      /* seq of the ordered region that ended last, or 0 */
   ULong base;      /* doacross: iteration i publishes base + i */
   UInt n_counts;   /* doacross: number of nested loops, ... */
   ULong* counts;   /* ... and of the iterations of each */
} OmpOrderedLoop;

/* The threads that execute a parallel region. */
typedef struct {
   VgHashNode node;   /* key: its number */
   OmpPoint begin;    /* what the encountering thread publishes */
   OmpPoint end;      /* what each thread of the team publishes */
   UInt n_refs;       /* implicit tasks, and whoever encountered the region */
   ULong single;      /* object: results of `single copyprivate` */
   ULong ordered;     /* object; its value: the highest seq given away */
   OmpOrderedLoop* loops; /* in the order in which all threads meet them */
   UInt n_loops;
} OmpTeam;

/* Tasks whose end somebody waits for: the children that a task has created since
   its last taskwait, or the members of a taskgroup. */
typedef struct _OmpWaitSet {
   struct _OmpWaitSet* outer; /* of a taskgroup, or NULL */
   ULong seq;
   UInt n_refs;
   Bool is_awaited; /* is there somebody who may still wait? */
   Bool has_ended;  /* has a member? */
} OmpWaitSet;

typedef struct _OmpSpec OmpSpec;

/* A task that a thread executes: an implicit one, which is the thread's share of a
   parallel region, or an explicit one.  Tasks of a thread form a stack. */
typedef struct _OmpTask {
   struct _OmpTask* below; /* what the thread goes on with when this ends */
   OmpTeam* team;          /* NULL: outside of all parallel regions */
   OmpSpec* spec;          /* of an explicit task, else NULL */
   OmpWaitSet* children;   /* NULL: none since the last taskwait */
   OmpWaitSet* group;      /* the innermost taskgroup around it or begun by it */
   VgHashTable* dependences; /* of its children, by address; or NULL */
   OmpPoint all_memory;      /* the child that depends on all addresses */

   /* Of an implicit task, which passes what its team passes in the same order. */
   ULong n_barriers;
   ULong n_copies;  /* `single copyprivate` */
   UInt n_loops;    /* ordered ones */
   OmpPoint arrived; /* where it waits for its team */
   Bool is_over;
} OmpTask;

void hp_omp_init(void);
/* A client request of shared/client_requests.h; False if it is none of
   OpenMP's. */
Bool hp_omp_request(Thread* t, const UWord* arg, UWord* result);
/* The thread exits. */
void hp_omp_thread_exits(Thread* t);

/* The thread's innermost task; one outside of all regions begins if there is
   none. */
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

/* --- Regions and barriers: hp_omp_team.c --- */

/* Functions that begin an operation of the runtime return whether, or under
   which number, it is to be recorded: it is not if the runtime called it. */

ULong hp_omp_parallel_begin(Thread* t, Addr construct);
void hp_omp_parallel_end(Thread* t, ULong team);
void hp_omp_implicit_begin(Thread* t, ULong team);
void hp_omp_implicit_end(Thread* t);
Bool hp_omp_barrier_arrive(Thread* t);
void hp_omp_barrier_depart(Thread* t, Bool is_cancelled);

/* --- Locks and worksharing: hp_omp_work.c --- */

Bool hp_omp_lock_wait(Thread* t, Addr lock);
void hp_omp_lock_waited(Thread* t, Addr lock, Bool has_it);
Bool hp_omp_lock_release(Thread* t, Addr lock);
/* A thread meets `single copyprivate`; it has got the copy that another one has
   published, or is the one that executes the region and then publishes. */
Bool hp_omp_single_copy(Thread* t);
void hp_omp_single_copied(Thread* t, Bool has_copy);
Bool hp_omp_single_publish(Thread* t);
/* An operation that acquires nothing is over. */
void hp_omp_leave(Thread* t);

#endif
