/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Atomic operations of programs that were built with -fsanitize=thread. Such a program calls a
 * function for each atomic operation, so the call says which operation it is, and with which memory
 * order.
 *
 * One instruction of our library serves all calls of a function. So accesses are told apart by the
 * address of the call, not by the address of the instruction. Example: `while (flag.load() == 0);`
 * has a call of __tsan_atomic32_load that ends before 0x401235. A look at `flag` there counts as
 * one by an instruction at 0x401234, the call's last byte.
 */
#ifndef HP_CALLED_H
#define HP_CALLED_H

#include "hpcmp/count/watched.h"
#include "hpcmp/where/atomic_orders.h"

/* An access that is_marked is the member `access` of a CalledAccess. It is the first member, so a
   pointer to it can be cast. */
typedef struct {
    WatchedAccess access; /* instruction: the last byte of the call */
    AtomicOrder order;
    Bool retries; /* if the comparison fails, the operation is tried again */
} CalledAccess;

/* t is about to execute this marked instruction. Returns the same pointer each time that the same
   call executes it. */
const CalledAccess* hp_called_access(const Thread* t, const WatchedAccess* access);
/* Is the operation of t about to fail, so that it will be tried again?  `found`: the word's value.
 */
Bool hp_called_will_fail(const Thread* t, const CalledAccess* called, ULong found);

#endif
