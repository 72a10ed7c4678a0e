/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each trace has `info` events about other processes, because ilmgen needs these to put the traces
 * together: which process has begun which one, and when; which one has ended; where shared memory
 * lies.
 */
#ifndef HP_RELATIVES_H
#define HP_RELATIVES_H

#include "hpcmp/threads/threads.h"

/* Called in the process that is about to fork. */
void hp_relatives_before_fork(ThreadId tid);
/* Called in the child of a fork. hp_relatives_fork(): t and its trace are still as in the parent.
   hp_relatives_begin(): the child's own trace has begun. */
void hp_relatives_fork(const Thread* t);
void hp_relatives_begin(Thread* t);

void hp_relatives_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
