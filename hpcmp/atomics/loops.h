/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loops that may wait for a word with plain loads.
 *
 * A thread looks like one that spins if its turn ends behind a pause instruction, if it yields or
 * sleeps again and again, or if it executes many instructions and stores nothing.  Its next
 * superblocks are then executed one by one.  If they repeat, and nothing is stored beyond the
 * stack, the loads among them are watched: a load that finds the same value at the same address
 * again waits for that word.  Example: `while (!flag);` is one superblock, `mov; test; je`.  It is
 * executed twice, so its load becomes a candidate, and at the next look the word is known.
 *
 * Each place is observed once.  A loop that goes through data costs some 100 us in that.
 */
#ifndef HP_LOOPS_H
#define HP_LOOPS_H

#include "hpcmp/threads/threads.h"

/* The turn of t, which does not wait and does not live alone, ends. */
void hp_loops_look_at(Thread* t);

#endif
