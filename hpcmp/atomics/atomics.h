/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Hand-overs by atomic operations: a store releases, a load that reads it acquires, and a
 * read-modify-write (a change) does both.
 *
 * The order that the program has asked for is known from debug information at best
 * (where/atomic_orders.h).  Without it, every store counts as a release and every load as an
 * acquire.  A load that reads an initial value, or one of
 * its own thread, takes nothing.  While only one thread lives, nothing is recorded, because the
 * next thread's creation publishes all.
 */
#ifndef HP_ATOMICS_H
#define HP_ATOMICS_H

#include "hpcmp/threads/threads.h"

void hp_atomics_init(void);

/* t goes to sleep at this futex.  If it is the word of a lock, the lock's events say all. */
void hp_atomics_note_sleep(const Thread* t, Addr a);
Bool hp_is_lock_word(Addr a);

#endif
