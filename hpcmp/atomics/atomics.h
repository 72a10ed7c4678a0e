/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Hand-overs by atomic operations: a store releases, a load that reads it acquires, and a
 * read-modify-write (a change) does both.
 *
 * Debug information may tell which memory order the program has asked for (where/atomic_orders.h).
 * Without debug information, every store counts as a release and every load as an acquire. A load
 * acquires nothing if it reads an initial value, or a value that its own thread has stored. While
 * only one thread lives, nothing is recorded, because the creation of the next thread publishes
 * everything that was done before.
 */
#ifndef HP_ATOMICS_H
#define HP_ATOMICS_H

#include "hpcmp/threads/threads.h"

void hp_atomics_init(void);

/* t goes to sleep at this futex. If a lock's word is there, t waits for that lock. */
void hp_atomics_note_sleep(const Thread* t, Addr a);
/* Is this a word of a known lock? Then calls of futex at the word are not recorded, because the
   lock's events already order the threads. */
Bool hp_is_lock_word(Addr a);

#endif
