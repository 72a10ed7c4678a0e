/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Measures how long it takes to hand over from one thread to another. Each function measures one
 * way and writes a JSON value. The first thread runs on the processor `own`, the second one on
 * `other`. If both are the same, the threads share the processor.
 */
#ifndef HM_HANDOVER_H
#define HM_HANDOVER_H

#include <stdio.h>

/* A thread sleeps at a futex for asleep_ns nanoseconds, and another one wakes it. Measures the time
   from the waker's call until the sleeper runs ("run"), and the length of the call ("call"). */
void hm_wake(FILE* out, int own, int other, double asleep_ns);
/* The time from pthread_cond_signal in one thread until the other one has returned from
   pthread_cond_wait. */
void hm_condition(FILE* out, int own, int other);
/* The time of a round of two threads that only meet at a pthread_barrier_t. */
void hm_barrier(FILE* out, int own, int other);
/* The time from a store in one thread until the other thread, which spins, has seen it. */
void hm_line(FILE* out, int own, int other);

/* Times of pthread_create until the new thread begins ("begin") and until the call returns
   ("call"), and of the pthread_join that follows ("join"). Linux chooses the processors of the
   threads. */
void hm_create(FILE* out);
/* The time of one lock and unlock of a pthread_mutex_t that no other thread uses. */
void hm_lock(FILE* out, int own);
/* The time of an instruction that needs the result of the one before it, which is one cycle of the
   processor. */
void hm_instruction(FILE* out, int own);

#endif
