/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The threads follow a plan (plan.h): a thread whose next step may not begin yet is held, which
 * means that it gets no turn.
 *
 * When a step ends:
 *   acq, join   when the thread comes to the operation, before it waits.  Otherwise a step that the
 *               plan lets begin meanwhile could be the one that this thread waits for.
 *   rel, fork   when the operation is over, although its event stands before it.  A thread that was
 *               held at the event would never unlock.
 *   exit        with its event
 *
 * Example: the plan has thread 3 lock a mutex before thread 2 does.  Thread 2 comes to
 * pthread_mutex_lock first.  Its step ends there.  Its next one, which begins with the lock, needs
 * the step that ends with thread 3's unlock, so thread 2 is held, although the mutex is free.
 *
 * If the program deviates from the plan, the plan is dropped: no thread is held any more, and turns
 * are those of the virtual order.  A program with a plan that it cannot follow must not hang.
 */
#ifndef HP_FOLLOW_H
#define HP_FOLLOW_H

#include "hpcmp/order/seats.h"

/* Reads the plan of --hpcmp-order=plan:FILE, if there is one (see hp_plan_read for errors).
   sleeps_until_woken: does the thread sleep until another one of this process wakes it? */
void hp_follow_begin(Bool (*sleeps_until_woken)(const Thread* t));
/* Is there a plan, and has it not been dropped? */
Bool hp_is_plan_followed(void);

/*------------------------------------------------------------*/
/*--- For the turns, with the lock of the seats             ---*/
/*------------------------------------------------------------*/

/* The thread of this seat is about to join the line.  Is it held?  Always False without a plan. */
Bool hp_follow_holds(const Seat* seat);
/* t leaves its turn. goes_away: it may be in the kernel for long; has_run: it has executed
   instructions of the program. Drops the plan if threads do nothing but wait for too long. For
   sleeping threads the threads' clocks count, because they are the same in each run. For threads in
   system calls real time counts, because nothing else tells how long they wait. */
void hp_follow_leave_turn(Thread* t, Bool goes_away, Bool has_run);
/* All threads of the line are held, and nobody has had the turn for so many milliseconds.  Ends
   steps of threads that wait in the kernel, or drops the plan, if nothing else can happen any more.
   Afterwards the line may have a first thread that is not held. */
void hp_follow_end_standstill(UInt quiet_ms);

/*------------------------------------------------------------*/
/*--- For the rooms above, in a turn of t                   ---*/
/*------------------------------------------------------------*/

/* t has this event: TRACE_ACQ, ..., the name of the primitive, or NULL, and then its object. */
void hp_follow_event(Thread* t, const HChar* kind, const HChar* prim, Addr object);
/* t has allocated a block; t frees one. Blocks of the dynamic linker do not count, because another
   order of threads may need more of them: the linker allocates a descriptor for each stack of a
   thread, and stacks are reused. */
void hp_follow_alloc(Thread* t, Addr block, ULong size);
void hp_follow_free(Thread* t, Addr block, ULong size);

/* Does t have to stop at the next place in the program's code, because its release may be over, or
   its step may not begin yet? */
Bool hp_follow_must_stop(const Thread* t);
/* t is at such a place.  Returns whether it may go on there in this turn. */
Bool hp_follow_pass(Thread* t);
/* t is about to take an object of this primitive; NULL: to join a thread.  Returns whether it may
   go on in this turn. */
Bool hp_follow_arrive(Thread* t, const HChar* prim);
/* n more instructions have been executed. Drops the plan if a thread is held and far more
   instructions have been executed since the latest end of a step than any step of the plan has,
   because the running thread may spin for the held one. */
void hp_follow_count_executed(ULong n);

/* Returns the sentence that says how the program has deviated, to be freed by the caller; NULL if
   it has not, or if an earlier call has returned the sentence. Sets `where` to the thread, or to
   NULL if the thread is gone. */
HChar* hp_follow_deviation(Thread** where);
/* The process is about to end or to execute another program: no thread is held any more. */
void hp_follow_process_ends(Thread* t);
/* At the end of the process: says on standard error how far the plan was followed. */
void hp_follow_say_end(void);

#endif
