/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The clocks of threads.  A clock begins with that of the thread's creator and counts the
 * instructions that the thread executes as work.  A thread that takes what another one has
 * released is not earlier than the release.  Example: thread 2 unlocks at 5,000.  Thread 3, whose
 * clock is 1,200, takes the lock, and its clock becomes 5,000.
 */
#ifndef HP_CLOCKS_H
#define HP_CLOCKS_H

#include "hpcmp/threads/threads.h"

/* t is not earlier than this. */
void hp_clock_raise(Thread* t, ULong to);
/* t, in its turn, has idled, for so many instructions that its clock does not have.  If it
   goes on like that, it leaves room for the next one that works; if all wait, for all of
   them. */
void hp_clock_step_back(Thread* t, ULong n_spun);
/* t, in its turn, is going to sleep for so many nanoseconds, each of which is an instruction.
   Returns by how much that takes its clock on. */
ULong hp_clock_sleep(Thread* t, ULong ns);
/* Does t, in its turn, do nothing but look again and again for something that other threads
   do? */
Bool hp_clock_polls(const Thread* t);
/* The turn of t ends: has it paused, or does it poll?  With the host's order nobody has a clock. */
Bool hp_clock_idles(const Thread* t);
/* How many instructions t, whose turn begins, can execute before the turn is another thread's. */
ULong hp_clock_distance(const Thread* t);
/* The same without the slack. */
ULong hp_clock_exact_distance(const Thread* t);

#endif
