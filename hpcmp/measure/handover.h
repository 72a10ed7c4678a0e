/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What it costs to hand over from one thread to another one. Each function measures, and writes a
 * JSON value. `other` is the processor of the second thread, the first one runs on `own`; if they
 * are the same, the threads share it.
 */
#ifndef HM_HANDOVER_H
#define HM_HANDOVER_H

#include <stdio.h>

/* A thread sleeps at a futex for so many nanoseconds, and another one wakes it: from the waker's
   call until the sleeper runs ("run"), and the call itself ("call"). */
void hm_wake(FILE* out, int own, int other, double asleep_ns);
/* From pthread_cond_signal in one thread until the other one has come out of pthread_cond_wait. */
void hm_condition(FILE* out, int own, int other);
/* A round of two threads that do nothing but meet at a pthread_barrier_t. */
void hm_barrier(FILE* out, int own, int other);
/* From a store in one thread until the other one, which spins, has seen it. */
void hm_line(FILE* out, int own, int other);

/* pthread_create: until the thread begins ("begin"), until the call returns ("call"), and
   pthread_join behind it ("join"). Threads run where Linux puts them. */
void hm_create(FILE* out);
/* A pthread_mutex_t that nobody else uses: lock and unlock together. */
void hm_lock(FILE* out, int own);
/* An instruction that needs the result of the one before it: a cycle of the processor. */
void hm_instruction(FILE* out, int own);

#endif
