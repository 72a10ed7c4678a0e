/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stacks of threads. They contain no heap blocks, so accesses to them need not be looked at.
 */
#ifndef HP_STACK_MEMORY_H
#define HP_STACK_MEMORY_H

#include "hpcmp/threads/threads.h"

void hp_stack_memory_init(void);

/* Drops the stacks that overlap this memory, because a heap block begins there or the memory is
   unmapped. From now on accesses to these stacks are looked at. */
void hp_stack_memory_drop(Addr a, SizeT size);
/* Shortens the stack that contains a, so that it ends before a. From now on accesses to the part
   from a on, which contains the callers' frames, are looked at. */
void hp_stack_memory_cut(Addr a);

/* Is this address in t's own stack? */
Bool hp_is_on_own_stack(const Thread* t, Addr a);

#endif
