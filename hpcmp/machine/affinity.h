/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls that read, change or inherit the processors that a thread can run on.
 *
 * The threads that order/processor.c has brought to one processor are free again before such a
 * call, because the call would show it.
 *
 * With --hpcmp-processors=N, each thread has a set of the processors 0 to N - 1, which only these
 * calls change, and the host's processors are as they were. Example with N = 64, on a host that
 * has two: thread 3 calls sched_setaffinity for the processors 40 and 41. The kernel refuses it,
 * because it has no such processors, but the program is told that it succeeded. From then on
 * sched_getaffinity says 40 and 41, getcpu says 40, and the threads and processes that thread 3
 * makes have this set, too. Threads and processes that the tool does not run stay the kernel's.
 */
#ifndef HP_AFFINITY_H
#define HP_AFFINITY_H

#include "hpcmp/machine/processor_set.h"
#include "hpcmp/threads/threads.h"

/* t is about to make this system call. */
void hp_affinity_before(Thread* t, UInt number, const UWord* args);
/* The call has returned. Returns the result that the program gets. */
SysRes hp_affinity_after(Thread* t, UInt number, const UWord* args, SysRes res);

/* The thread that the kernel knows by this number; NULL: it is no thread of this process. */
Thread* hp_affinity_thread(Int lwpid);
/* The processors on which t may run; that on which it runs, which does not change while the set
   stays: threads are dealt out to the set's processors in the order of their numbers. */
ProcessorSet hp_affinity_of(const Thread* t);
UInt hp_affinity_processor(const Thread* t);

/* t is about to execute a program, which inherits its set. */
void hp_affinity_pass_on(const Thread* t);

#endif
