/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls that read, change or inherit the processors that a thread can run on.
 *
 * order/processor.c binds threads to one processor. Before such a call these threads get their own
 * sets back, because the call would otherwise show the binding to the program.
 *
 * With --hpcmp-processors=N, the tool keeps for each thread a set of the processors 0 to N - 1.
 * Only these calls change this set. The processors of the host on which the thread really runs do
 * not change. Example with N = 64, on a host that has two: thread 3 calls sched_setaffinity for the
 * processors 40 and 41. The kernel refuses the call, because the host has no such processors, but
 * the program is told that the call has succeeded. From then on sched_getaffinity says 40 and 41,
 * getcpu says 40, and the threads and processes that thread 3 makes have this set, too. Calls for
 * threads and processes that the tool does not run are left to the kernel.
 */
#ifndef HP_AFFINITY_H
#define HP_AFFINITY_H

#include "hpcmp/machine/processor_set.h"
#include "hpcmp/threads/threads.h"

/* t is about to make this system call. */
void hp_affinity_before(Thread* t, UInt number, const UWord* args);
/* The call has returned. Returns the result that the program gets. */
SysRes hp_affinity_after(Thread* t, UInt number, const UWord* args, SysRes res);

/* The thread of this process that has this number in the kernel, or NULL if there is none. */
Thread* hp_affinity_thread(Int lwpid);
/* hp_affinity_of() returns the processors on which t may run. hp_affinity_processor() returns the
   one on which it runs, which is the same as long as the set is the same. Threads are distributed
   to the processors of their set in the order of their numbers. */
ProcessorSet hp_affinity_of(const Thread* t);
UInt hp_affinity_processor(const Thread* t);

/* t is about to execute a program, which inherits its set. */
void hp_affinity_pass_on(const Thread* t);

#endif
