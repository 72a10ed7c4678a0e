/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Measures how long it takes to hand over from one thread to another. Each function measures one
 * way, and most write a JSON value. The first thread runs on the processor `own`, the second one on
 * `other`. If both are the same, the threads share the processor.
 */
#ifndef HM_HANDOVER_H
#define HM_HANDOVER_H

#include "hpcmp/measure/samples.h"
#include <stdio.h>

/* A machine may be slow for some seconds. So wakes are measured in passes, each of which measures
   all kinds of wakes, and the samples of all passes count. */
enum { WAKE_PASSES = 5 };

/* A thread sleeps at a futex for asleep_ns nanoseconds, and another one wakes it. */
typedef struct {
    double asleep_ns;
    Samples run;  /* the time from the waker's call until the sleeper runs */
    Samples call; /* the length of the call */
} Wakes;

/* Without samples, but with room for those of all passes. */
Wakes hm_wakes_new(double asleep_ns);
/* Adds the samples of a pass. */
void hm_wake(Wakes* wakes, int own, int other);
/* Writes "run" and "call", and frees the samples. */
void hm_wakes_write(FILE* out, Wakes* wakes);
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
