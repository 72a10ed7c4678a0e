/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP's ordered regions and ordered iterations (doacross). All loops of a team share one
 * sequence of numbers, so no two of their releases have the same number.
 */

#include "hpcmp/base/readable.h"
#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/waiting.h"

static OmpPoint point(OmpTeam* team, ULong seq) {
    return (OmpPoint){(Addr)&team->ordered, HP_PRIM_ORDERED, seq};
}

/*------------------------------------------------------------*/
/*--- Loops                                                 ---*/
/*------------------------------------------------------------*/

static void set_counts(OmpTeam* team, OmpOrderedLoop* loop, UInt n_counts, const ULong* counts) {
    if (!hp_is_readable((Addr)counts, n_counts * sizeof *counts))
        return;
    ULong n_iterations = 1;
    loop->n_counts = n_counts;
    loop->counts = VG_(malloc)("hp.omp.counts", n_counts * sizeof *counts);
    for (UInt i = 0; i < n_counts; i++) {
        loop->counts[i] = counts[i];
        n_iterations *= counts[i];
    }
    team->ordered += n_iterations;
}

static OmpOrderedLoop* add_loop(OmpTeam* team, UInt number) {
    if (team->loops == NULL)
        team->loops = VG_(newXA)(VG_(malloc), "hp.omp.loops", VG_(free), sizeof(OmpOrderedLoop));
    Word i =
        VG_(addToXA)(team->loops, &(OmpOrderedLoop){.number = number, .base = team->ordered + 1});
    return VG_(indexXA)(team->loops, i);
}

/* NULL: it has not been ordered yet.  Threads are not far from each other. */
static OmpOrderedLoop* find_loop(const OmpTask* task, UInt number) {
    if (task->team == NULL || task->team->loops == NULL)
        return NULL;
    for (Word i = VG_(sizeXA)(task->team->loops) - 1; i >= 0; i--) {
        OmpOrderedLoop* loop = VG_(indexXA)(task->team->loops, i);
        if (loop->number == number)
            return loop;
    }
    return NULL;
}

/* The one that the thread is in. */
static OmpOrderedLoop* loop_of(const OmpTask* task) {
    return find_loop(task, task->n_loops);
}

/* The same, of those with ordered iterations. */
static OmpOrderedLoop* doacross_of(const OmpTask* task) {
    return find_loop(task, task->doacross);
}

Bool hp_omp_ordered_loop(Thread* t, UInt n_counts, const ULong* counts) {
    if (hp_is_in_runtime(t))
        return False;
    OmpTask* task = hp_omp_implicit_task(t);
    task->n_loops++;
    if (n_counts > 0)
        task->doacross = task->n_loops;
    if (task->team != NULL && n_counts > 0 && loop_of(task) == NULL)
        set_counts(task->team, add_loop(task->team, task->n_loops), n_counts, counts);
    hp_runtime_enter(t);
    return True;
}

/*------------------------------------------------------------*/
/*--- Ordered regions                                       ---*/
/*------------------------------------------------------------*/

Bool hp_omp_ordered_wait(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    hp_runtime_enter(t);
    hp_waiting_begin(t);
    return True;
}

static void end_region(Thread* t, OmpTeam* team, OmpOrderedLoop* loop) {
    loop->inside = 0;
    loop->last = ++team->ordered;
    hp_omp_release(t, point(team, loop->last));
}

/* The thread that was in the region before has left it, but perhaps has not said so. Then its end
   is recorded first. */
void hp_omp_ordered_begin(Thread* t) {
    OmpTask* task = hp_omp_implicit_task(t);
    if (task->team != NULL) {
        OmpOrderedLoop* loop = loop_of(task);
        if (loop == NULL)
            loop = add_loop(task->team, task->n_loops);
        Thread* former = hp_omp_other_thread(t, loop->inside);
        if (former != NULL)
            end_region(former, task->team, loop);
        hp_omp_acquire(t, point(task->team, loop->last));
        loop->inside = t->thid;
    }
    hp_runtime_leave(t);
}

Bool hp_omp_ordered_end(Thread* t) {
    if (hp_is_in_runtime(t))
        return False;
    const OmpTask* task = hp_omp_implicit_task(t);
    OmpOrderedLoop* loop = loop_of(task);
    if (loop != NULL && loop->inside == t->thid)
        end_region(t, task->team, loop);
    hp_runtime_enter(t);
    return True;
}

/*------------------------------------------------------------*/
/*--- Ordered iterations                                    ---*/
/*------------------------------------------------------------*/

/* The number that an iteration publishes; 0: none. `iteration` has one number for each nested loop.
   Example: with loops of 4 and 10 iterations, iteration (2, 3) publishes base + 23. */
static ULong number_of(const OmpOrderedLoop* loop, const ULong* iteration) {
    if (loop == NULL || loop->n_counts == 0 ||
        !hp_is_readable((Addr)iteration, loop->n_counts * sizeof *iteration))
        return 0;
    ULong number = 0;
    for (UInt i = 0; i < loop->n_counts; i++)
        number = number * loop->counts[i] + iteration[i];
    return loop->base + number;
}

Bool hp_omp_doacross_post(Thread* t, const ULong* iteration) {
    if (hp_is_in_runtime(t))
        return False;
    const OmpTask* task = hp_omp_implicit_task(t);
    ULong number = number_of(doacross_of(task), iteration);
    if (number != 0)
        hp_omp_release(t, point(task->team, number));
    hp_runtime_enter(t);
    return True;
}

ULong hp_omp_doacross_wait_begin(Thread* t) {
    const OmpOrderedLoop* loop = doacross_of(hp_omp_implicit_task(t));
    if (hp_is_in_runtime(t) || loop == NULL || loop->n_counts == 0)
        return 0;
    hp_runtime_enter(t);
    hp_waiting_begin(t);
    return loop->n_counts;
}

void hp_omp_doacross_wait_end(Thread* t, const ULong* iteration) {
    const OmpTask* task = hp_omp_implicit_task(t);
    ULong number = number_of(doacross_of(task), iteration);
    if (number != 0)
        hp_omp_acquire(t, point(task->team, number));
    hp_runtime_leave(t);
}
