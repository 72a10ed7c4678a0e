/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The machine: its clock, its processors, and who else uses it.
 */
#ifndef HM_MACHINE_H
#define HM_MACHINE_H

#include <pthread.h>
#include <stddef.h>

/* Ends the program with this sentence, and exit status 1. */
void hm_fail(const char* sentence) __attribute__((noreturn));

/* Nanoseconds of the monotonic clock. */
double hm_now(void);
/* Works until so many nanoseconds have passed. */
void hm_work(double ns);

/* Two processors on which this process may run, and which are no threads of one core if there are
   others; -1: there is no second one. */
typedef struct {
    int first;
    int second;
    int n; /* on which it may run */
} Processors;
Processors hm_processors(void);
/* The calling thread runs on this one only; -1: on all on which the process could run. */
void hm_run_on(int processor);

/* Bytes of the caches for data that a processor uses, as Linux tells; 0: it does not. */
typedef struct {
    size_t largest;
    size_t own; /* the largest part of a cache that is left for each of those who share it */
} Caches;
Caches hm_caches(int processor);

/* Begins a thread, or ends the program with a sentence. */
pthread_t hm_begin(void* (*run)(void*), void* argument);

/* Returns the part of the machine's time that other processes have taken since the first of two
   calls. */
typedef struct {
    double busy_s; /* of all processors, all processes */
    double own_s;
    double at_ns;
} Load;
Load hm_load(void);
double hm_foreign_part(const Load* before, const Load* after);

#endif
