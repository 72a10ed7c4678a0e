/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plan: in which order the steps of a program's threads are to run (--hpcmp-order=plan:FILE).
 * docs/how-it-works/order.md says how a run follows it.
 *
 * A step is what a thread does up to one of its synchronisation events: it ends with this event,
 * and the thread's next step begins there.  So a thread with three such events, say `fork`, `join`
 * and `exit`, has three steps.  The plan says at which times each step begins and ends, in
 * instructions. A step may begin when all steps have ended that end in the plan before it begins.
 *
 * Example, with the times of four steps:
 *
 *     step    0   1   2   3
 *     start   0   0  10  25
 *     end    10  30  25  40
 *
 * In the order of their ends the steps are 0, 2, 1, 3. Step 2 may begin when step 0 has ended, and
 * step 3 when 0 and 2 have ended. So a step's condition is one number: how many steps, counted
 * without a gap from the first one in the order of ends, have to end before it. Here these numbers
 * are 0, 0, 1, 2.
 *
 * A legal plan has no circle: if other steps wait for a step, it can end without them.
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
    ULong start, end;     /* in instructions from the beginning of the plan on */
    UInt rank;            /* its place in the order of ends, from 0 on */
    UInt needs;           /* how many steps in this order have to end before it begins */
    PlanStepNumber later; /* the same thread's next step, or HP_NO_STEP */
    UInt thread;          /* number of its thread */
    Long hbal;            /* bytes that it allocates less those that it frees */
    ULong hmax;           /* the largest such balance within the step, at least 0 */
    const HChar* kind;    /* of its event: TRACE_ACQ, ..., the same pointer for all of a kind */
    const HChar* prim;    /* of its event, or NULL: a fork, a join, an exit */
    Long object;          /* the number of its event's object, or HP_NO_PLANNED_OBJECT */
} PlanStep;

typedef struct {
    const HChar* file;
    const HChar* command; /* of the run that was planned (hp_command_line), or NULL */
    ULong processors;
    ULong memory; /* no more bytes than this are to be in use; 0: the plan does not say */
    ULong peak;   /* of the plan, in bytes */
    UInt n_steps;
    ULong longest; /* instructions of its longest step */
    const PlanStep* steps;
} Plan;

/* Reads a plan; called once. If the file is not a plan, says why and where, and ends the process
   with status 1. */
const Plan* hp_plan_read(const HChar* file);

/* The first step of the first thread. */
PlanStepNumber hp_plan_first_step(void);
/* The k-th thread, from 1 on, that the thread with this number forks, or HP_NO_PLANNED_THREAD if
   the plan does not contain it. Gives its first step. */
UInt hp_plan_child(UInt thread, ULong k, PlanStepNumber* first);
/* The numbers of forks on the way to a thread, as the plan has them: "[1,2]"; to be freed. */
HChar* hp_plan_path(UInt thread);

#endif
