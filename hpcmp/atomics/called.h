/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations of programs that were built with -fsanitize=thread.  Such a program calls a function
 * for each of them, so its own code says all: the operation, and its memory order.
 *
 * One instruction of our library serves all calls of a function.  So an access is told apart by its
 * call.  Example: `while (flag.load() == 0);` has a call of __tsan_atomic32_load that ends before
 * 0x401235.  For the looks at this word, 0x401234 is the instruction.
 */
#ifndef HP_CALLED_H
#define HP_CALLED_H

#include "hpcmp/count/watched.h"
#include "hpcmp/where/atomic_orders.h"

/* `access` is its first member, so an access that is_marked is one of these. */
typedef struct {
    WatchedAccess access; /* instruction: the last byte of the call */
    AtomicOrder order;
    Bool retries; /* a comparison that fails is made again */
} CalledAccess;

/* t is about to execute this marked instruction.  The same call gives the same pointer again. */
const CalledAccess* hp_called_access(const Thread* t, const WatchedAccess* access);
/* Is the operation of t about to fail, so that it will be tried again?  `found`: the word's value.
 */
Bool hp_called_will_fail(const Thread* t, const CalledAccess* called, ULong found);

#endif
