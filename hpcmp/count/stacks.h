/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads' stacks, where no heap block is, and accesses need not be looked at.
 */
#ifndef HP_STACKS_H
#define HP_STACKS_H

#include "hpcmp/threads/threads.h"

void hp_stacks_init(void);

/* A heap block begins here, or the mapping ends: no thread's stack is exempt from
   counting any more that overlaps it. */
void hp_stacks_count_in(Addr a, SizeT size);
/* Accesses from a on, to the frames of callers of the one that a is in, are looked at. */
void hp_stacks_leave_out(Addr a);

/* Is this in t's own stack? */
Bool hp_is_on_own_stack(const Thread* t, Addr a);

#endif
