/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads' stacks, where no heap block is, and accesses need not be looked at.
 */
#ifndef HP_STACK_MEMORY_H
#define HP_STACK_MEMORY_H

#include "hpcmp/threads/threads.h"

void hp_stack_memory_init(void);

/* Drops the ranges that overlap this memory, because a heap block begins there, or the mapping
   ends: accesses to these stacks are looked at from now on. */
void hp_stack_memory_drop(Addr a, SizeT size);
/* Shortens the range that contains a, so that it ends before a.  The part from a on, in which the
   callers' frames lie, is looked at from now on. */
void hp_stack_memory_cut(Addr a);

/* Is this in t's own stack? */
Bool hp_is_on_own_stack(const Thread* t, Addr a);

#endif
