/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that spin.
 *
 * With --hpcmp-order=host they take turns as they ask for one.  But one that has just
 * ended its turn may lose the processor before it asks for the next, namely to the
 * thread that it has just woken by ending it.  If that one spins for the other, each
 * end of its turn finds nobody who asks, until the kernel's time slice is over.  So
 * a thread that has turn after turn, and no event, gives the processor up now and
 * then.
 */
#ifndef HP_SPINNING_H
#define HP_SPINNING_H

#include "hpcmp/threads/threads.h"

void hp_spinning_init(void);

/* Is t, whose turn has ended, behind a pause instruction, as loops have that spin? */
Bool hp_is_behind_pause(const Thread* t);

#endif
