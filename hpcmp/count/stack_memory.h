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
/* Cuts off what lies from a on, in the frames of callers of the one that a is in: accesses there
   are looked at from now on. */
void hp_stack_memory_cut(Addr a);

/* Is this in t's own stack? */
Bool hp_is_on_own_stack(const Thread* t, Addr a);

#endif
