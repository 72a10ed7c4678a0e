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
/* Works until this number of nanoseconds has passed. */
void hm_work(double ns);

/* Two processors on which this process may run. If possible, they are not two threads of the same
   core. -1: there is no second processor. */
typedef struct {
    int first;
    int second;
    int n; /* number of processors on which this process may run */
} Processors;
Processors hm_processors(void);
/* From now on the calling thread runs on this processor only. -1: on all processors on which the
   process could run at first. */
void hm_run_on(int processor);

/* Sizes in bytes of the data caches that a processor uses. 0: Linux does not tell the size. */
typedef struct {
    size_t largest;
    size_t own; /* the largest share that this processor has of a cache, if its users share it
                   equally */
} Caches;
Caches hm_caches(int processor);

/* Begins a thread, or ends the program with a sentence. */
pthread_t hm_begin(void* (*run)(void*), void* argument);

/* hm_load() takes a reading. hm_foreign_part() returns which part of the machine's time other
   processes have used between two readings. */
typedef struct {
    double busy_s; /* all processes on all processors */
    double own_s;
    double at_ns;
} Load;
Load hm_load(void);
double hm_foreign_part(const Load* before, const Load* after);

#endif
