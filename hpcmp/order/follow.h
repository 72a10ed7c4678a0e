/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The threads follow a plan (plan.h). If the next step of a thread may not begin yet, the thread is
 * held, which means that it gets no turn.
 *
 * When a step ends:
 *   acq, join   when the thread comes to the operation, before it waits.  Otherwise this thread
 *               could wait for a step that, by the plan, begins only after this step has ended.
 *   rel, fork   when the operation is over, although its event stands before it.  Otherwise a
 *               thread could be held between the event and the unlock, and would never unlock.
 *   exit        with its event
 *
 * Example: the plan has thread 3 lock a mutex before thread 2 does.  Thread 2 comes to
 * pthread_mutex_lock first.  Its step ends there.  Its next one, which begins with the lock, needs
 * the step that ends with thread 3's unlock, so thread 2 is held, although the mutex is free.
 *
 * If the program deviates from the plan, the plan is dropped, because a program must not hang with
 * a plan that it cannot follow. From then on no thread is held, and threads take turns in the
 * virtual order.
 */
#ifndef HP_FOLLOW_H
#define HP_FOLLOW_H

#include "hpcmp/order/seats.h"

/* Reads the plan of --hpcmp-order=plan:FILE, if there is one (see hp_plan_read for errors).
   sleeps_until_woken: does the thread sleep until another one of this process wakes it? */
void hp_follow_begin(Bool (*sleeps_until_woken)(const Thread* t));
/* Is there a plan that has not been dropped? */
Bool hp_is_plan_followed(void);

/*------------------------------------------------------------*/
/*--- For the turns, with the lock of the seats             ---*/
/*------------------------------------------------------------*/

/* The thread of this seat is about to join the line. Does the plan hold it? Always False without a
   plan. */
Bool hp_follow_holds(const Seat* seat);
/* t leaves its turn. goes_away: t may be in the kernel for long. has_run: t has executed
   instructions of the program. Drops the plan if threads do nothing but wait for too long. If they
   sleep, the time is measured by their clocks, because these are the same in each run. If they are
   in system calls, it is real time, because nothing else tells how long they wait. */
void hp_follow_leave_turn(Thread* t, Bool goes_away, Bool has_run);
/* All threads in the line are held, and no thread has had the turn for quiet_ms milliseconds. If
   nothing else can happen any more, ends the steps of threads that wait in the kernel, or drops the
   plan. Afterwards the first thread of the line may be one that is not held. */
void hp_follow_end_standstill(UInt quiet_ms);

/*------------------------------------------------------------*/
/*--- For the rooms above, in a turn of t                   ---*/
/*------------------------------------------------------------*/

/* t has an event. `kind` is TRACE_ACQ, for example. `prim` is the name of the primitive, or NULL.
   `object` is the event's object. */
void hp_follow_event(Thread* t, const HChar* kind, const HChar* prim, Addr object);
/* t has allocated a block; t frees one. Blocks of the dynamic linker do not count, because their
   number depends on the order of threads: the linker allocates a descriptor for each new stack of a
   thread, and stacks of ended threads are reused. */
void hp_follow_alloc(Thread* t, Addr block, ULong size);
void hp_follow_free(Thread* t, Addr block, ULong size);

/* Does t have to stop at the next superblock of the program? It has to if its release may be over
   there, or if its next step may not begin yet. */
Bool hp_follow_must_stop(const Thread* t);
/* t is at such a superblock. Returns whether t may continue there in this turn. */
Bool hp_follow_pass(Thread* t);
/* t is about to acquire an object of this primitive, or to join a thread if `prim` is NULL. Returns
   whether t may continue in this turn. */
Bool hp_follow_arrive(Thread* t, const HChar* prim);
/* n more instructions have been executed. Drops the plan if a thread is held and no step has ended
   for far more instructions than the longest step of the plan has. The reason is that the running
   thread may spin until the held one does something. */
void hp_follow_count_executed(ULong n);

/* If the program has deviated from the plan, returns a sentence that says how. The caller frees it.
   Returns NULL if the program has not deviated, or if an earlier call has returned the sentence.
   Sets `where` to the thread that has deviated, or to NULL if this thread is gone. */
HChar* hp_follow_deviation(Thread** where);
/* The process is about to end or to execute another program: no thread is held any more. */
void hp_follow_process_ends(Thread* t);
/* At the end of the process: says on standard error how far the plan was followed. */
void hp_follow_say_end(void);

#endif
