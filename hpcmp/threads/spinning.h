/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that spin.
 *
 * With --hpcmp-order=host threads take turns as they ask for one.  But thread 2, which has just
 * ended its turn, may lose the processor before it asks for the next: to thread 3, which it has
 * woken by ending the turn.  If thread 3 spins for thread 2, no thread asks whenever a turn of
 * thread 3 ends, until the kernel's time slice is over.  So a thread that has turn after turn
 * without an event yields the processor now and then.
 */
#ifndef HP_SPINNING_H
#define HP_SPINNING_H

#include "hpcmp/threads/threads.h"

/* Is t, whose turn has ended, behind a pause instruction, as loops have that spin? */
Bool hp_is_behind_pause(const Thread* t);

#endif
