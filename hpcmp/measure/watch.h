/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out for how long the threads of a program wait for I/O, while the program runs with the
 * sampler.
 *
 * A thread of this program looks at all threads of the profiled one about every millisecond. Linux
 * says in /proc/TID/syscall in which system call a thread is blocked, if it is. If the thread waits
 * there for I/O (io_calls.h), the time since the look before counts as a wait of the function that
 * called. The profiled program notices nothing of that: it gets no other thread, and no signal.
 *
 * Looks take 2 % of a processor at most. If a look takes longer than 20 us of CPU time, because the
 * program has many threads, the next one comes later. Example: a look takes 100 us, so the next one
 * comes 5 ms later, and then 5 ms count.
 *
 * Processes are known by the files of the sampler (native_samples.h), into which the waits go, too.
 * So a process without the sampler has no waits.
 */
#ifndef HM_WATCH_H
#define HM_WATCH_H

typedef struct Watch Watch;

/* Before the program begins: from now on, files of the sampler in the folder are noticed. NULL:
   there can be no watch, so no waits will be known. */
Watch* hm_watch_new(const char* folder);
/* The program has begun. */
void hm_watch_begin(Watch* watch);
/* The program has ended. Frees the watch. */
void hm_watch_end(Watch* watch);

#endif
