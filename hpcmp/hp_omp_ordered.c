/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP's ordered regions and ordered iterations (doacross).  All that the
 * loops of a team publish has numbers of its own, one after the other.
 */

#include "hp_omp.h"
#include "hp_runtime.h"
#include "hp_syscalls.h"

static OmpPoint point(OmpTeam* team, ULong seq)
{
   return (OmpPoint){(Addr)&team->ordered, HP_PRIM_ORDERED, seq};
}

/*------------------------------------------------------------*/
/*--- Loops                                                 ---*/
/*------------------------------------------------------------*/

static OmpOrderedLoop new_loop(OmpTeam* team, UInt n_counts, const ULong* counts)
{
   OmpOrderedLoop loop = {.base = team->ordered + 1};
   if (n_counts == 0 || !hp_is_readable((Addr)counts, n_counts * sizeof *counts))
      return loop;
   ULong n_iterations = 1;
   loop.n_counts = n_counts;
   loop.counts = VG_(malloc)("hp.omp.counts", n_counts * sizeof *counts);
   for (UInt i = 0; i < n_counts; i++) {
      loop.counts[i] = counts[i];
      n_iterations *= counts[i];
   }
   team->ordered += n_iterations;
   return loop;
}

Bool hp_omp_ordered_loop(Thread* t, UInt n_counts, const ULong* counts)
{
   if (hp_in_runtime(t))
      return False;
   OmpTask* task = hp_omp_implicit_task(t);
   OmpTeam* team = task->team;
   if (team != NULL && task->n_loops++ == team->n_loops) {
      team->loops = VG_(realloc)("hp.omp.loops", team->loops,
                                 task->n_loops * sizeof *team->loops);
      team->loops[team->n_loops++] = new_loop(team, n_counts, counts);
   }
   hp_runtime_enter(t);
   return True;
}

/* The loop that the thread is in, or NULL. */
static OmpOrderedLoop* loop_of(const OmpTask* task)
{
   if (task->team == NULL || task->n_loops == 0)
      return NULL;
   return &task->team->loops[task->n_loops - 1];
}

/*------------------------------------------------------------*/
/*--- Ordered regions                                       ---*/
/*------------------------------------------------------------*/

Bool hp_omp_ordered_wait(Thread* t)
{
   if (hp_in_runtime(t))
      return False;
   hp_runtime_enter(t);
   hp_runtime_wait(t);
   return True;
}

void hp_omp_ordered_begin(Thread* t)
{
   const OmpTask* task = hp_omp_implicit_task(t);
   const OmpOrderedLoop* loop = loop_of(task);
   if (loop != NULL)
      hp_omp_acquire(t, point(task->team, loop->last));
   hp_runtime_leave(t);
}

Bool hp_omp_ordered_end(Thread* t)
{
   if (hp_in_runtime(t))
      return False;
   const OmpTask* task = hp_omp_implicit_task(t);
   OmpOrderedLoop* loop = loop_of(task);
   if (loop != NULL) {
      loop->last = ++task->team->ordered;
      hp_omp_release(t, point(task->team, loop->last));
   }
   hp_runtime_enter(t);
   return True;
}

/*------------------------------------------------------------*/
/*--- Ordered iterations                                    ---*/
/*------------------------------------------------------------*/

/* What an iteration, one number for each nested loop, publishes; 0: nothing. */
static ULong number_of(const OmpOrderedLoop* loop, const ULong* iteration)
{
   if (loop == NULL || loop->n_counts == 0
       || !hp_is_readable((Addr)iteration, loop->n_counts * sizeof *iteration))
      return 0;
   ULong number = 0;
   for (UInt i = 0; i < loop->n_counts; i++)
      number = number * loop->counts[i] + iteration[i];
   return loop->base + number;
}

Bool hp_omp_doacross_post(Thread* t, const ULong* iteration)
{
   if (hp_in_runtime(t))
      return False;
   const OmpTask* task = hp_omp_implicit_task(t);
   ULong number = number_of(loop_of(task), iteration);
   if (number != 0)
      hp_omp_release(t, point(task->team, number));
   hp_runtime_enter(t);
   return True;
}

ULong hp_omp_doacross_wait(Thread* t)
{
   const OmpOrderedLoop* loop = loop_of(hp_omp_implicit_task(t));
   if (hp_in_runtime(t) || loop == NULL || loop->n_counts == 0)
      return 0;
   hp_runtime_enter(t);
   hp_runtime_wait(t);
   return loop->n_counts;
}

void hp_omp_doacross_waited(Thread* t, const ULong* iteration)
{
   const OmpTask* task = hp_omp_implicit_task(t);
   ULong number = number_of(loop_of(task), iteration);
   if (number != 0)
      hp_omp_acquire(t, point(task->team, number));
   hp_runtime_leave(t);
}
