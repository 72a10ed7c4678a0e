/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loops that may wait for a word with plain loads.
 *
 * A thread looks like one that spins if its turn ends behind a pause instruction, if it yields or
 * sleeps again and again, or if it executes many instructions and stores nothing. Its next
 * superblocks are then executed one by one. If they repeat, and nothing is stored beyond the stack,
 * their loads are watched. If a watched load finds the same value at the same address again, the
 * thread waits for that word. Example: `while (!flag);` is one superblock, `mov; test; je`. The
 * superblock is executed twice, so its load becomes a candidate. When the load is executed next, it
 * finds the same value again. So `flag` is the awaited word.
 *
 * Each place in the code is observed once. If it is an ordinary loop over data, the observation has
 * cost some 100 us for nothing.
 */
#ifndef HP_LOOPS_H
#define HP_LOOPS_H

#include "hpcmp/threads/threads.h"

/* The turn of t ends. t does not wait, and other threads live. */
void hp_loops_look_at(Thread* t);

#endif
