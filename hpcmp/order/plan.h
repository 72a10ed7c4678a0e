/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plan says in which order the steps of a program's threads are to run (--hpcmp-order=plan:FILE).
 * docs/how-it-works/order.md explains how a run follows a plan.
 *
 * A step is what a thread does up to one of its synchronisation events. The step ends with this
 * event, and the thread's next step begins there. So a thread with three such events, for example
 * `fork`, `join` and `exit`, has three steps. The plan says at which times each step begins and
 * ends, in instructions. If step A ends in the plan before step B begins, B may begin in the run
 * only when A has ended.
 *
 * Example, with the times of four steps:
 *
 *     step    0   1   2   3
 *     start   0   0  10  25
 *     end    10  30  25  40
 *
 * In the order of their ends the steps are 0, 2, 1, 3. Step 2 may begin when step 0 has ended, and
 * step 3 when 0 and 2 have ended. So the condition of a step is one number n: the first n steps in
 * the order of ends must have ended before it begins. Here these numbers are 0, 0, 1, 2.
 *
 * A legal plan has no circle: a step can always end without the steps that wait for it.
 */
#ifndef HP_PLAN_H
#define HP_PLAN_H

#include "hpcmp/base/basics.h"

/* A step's number: its place in the file, from 0 on. */
typedef UInt PlanStepNumber;
#define HP_NO_STEP (~0U)
/* A thread's number: its place among the plan's threads, from 0 on. 0 is the first thread. */
#define HP_NO_PLANNED_THREAD (~0U)
#define HP_NO_PLANNED_OBJECT (-1LL)

typedef struct {
    ULong start, end;     /* in instructions, from the beginning of the plan */
    UInt rank;            /* its place in the order of ends, counted from 0 */
    UInt needs;           /* number n: the first n steps in this order have to end before it begins
                           */
    PlanStepNumber later; /* the same thread's next step, or HP_NO_STEP */
    UInt thread;          /* number of its thread */
    Long hbal;            /* bytes that it allocates minus bytes that it frees */
    ULong hmax;           /* the largest value of this difference within the step, at least 0
                           */
    const HChar* kind;    /* kind of its event, TRACE_ACQ for example; equal kinds have the same
                             pointer */
    const HChar* prim;    /* primitive of its event, or NULL for a fork, a join, an exit */
    Long object;          /* the number of its event's object, or HP_NO_PLANNED_OBJECT */
} PlanStep;

typedef struct {
    const HChar* file;
    const HChar* command; /* command of the run that was planned (hp_command_line), or NULL */
    ULong processors;
    ULong memory; /* the most bytes that may be in use; 0: the plan does not say */
    ULong peak;   /* bytes that are in use at the plan's peak */
    UInt n_steps;
    ULong longest; /* instructions of its longest step */
    const PlanStep* steps;
} Plan;

/* Reads a plan; called once. If the file is not a plan, says why and where, and ends the process
   with status 1. */
const Plan* hp_plan_read(const HChar* file);

/* The first step of the first thread. */
PlanStepNumber hp_plan_first_step(void);
/* Returns the number of the k-th thread, counted from 1, that the thread with this number forks,
   and sets `first` to its first step. Returns HP_NO_PLANNED_THREAD if the plan does not contain
   this thread. */
UInt hp_plan_child(UInt thread, ULong k, PlanStepNumber* first);
/* The numbers of the forks that lead to a thread, in the form that plans use: "[1,2]". The caller
   frees the text. */
HChar* hp_plan_path(UInt thread);

#endif
