/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The traces of several processes say of each other, as `info` events, what is needed to put them
 * together: which process began which, and when; which has ended; where memory lies that they
 * share.
 */
#ifndef HP_RELATIVES_H
#define HP_RELATIVES_H

#include "hpcmp/threads/threads.h"

/* In the process that is about to fork. */
void hp_relatives_before_fork(ThreadId tid);
/* In the child of a fork: while t and its trace are still as in the parent; when
   the child's own trace has begun. */
void hp_relatives_fork(const Thread* t);
void hp_relatives_begin(Thread* t);

void hp_relatives_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
