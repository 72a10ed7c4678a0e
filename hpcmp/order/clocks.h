/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The clocks of threads. A thread's clock begins with the value of its creator's clock, and counts
 * the instructions that the thread executes as work. When a thread acquires what another one has
 * released, its clock is raised at least to that of the release. Example: thread 2 unlocks at
 * 5,000. Thread 3, whose clock is 1,200, takes the lock, and its clock becomes 5,000.
 */
#ifndef HP_CLOCKS_H
#define HP_CLOCKS_H

#include "hpcmp/threads/threads.h"

/* The clock of t becomes `to`, if it is less. */
void hp_clock_raise(Thread* t, ULong to);
/* t, in its turn, has idled: it has executed n_spun instructions that its clock does not contain.
   Raises its clock by a step, so that other threads go first. If t continues to idle, each step is
   twice as long as the one before. The clock is not raised further than just behind that of the
   next thread that works or, if all wait, of the last thread. */
void hp_clock_step_back(Thread* t, ULong n_spun);
/* t, in its turn, is going to sleep for ns nanoseconds. Each nanosecond counts as an instruction.
   Returns by how much this has raised the clock of t. */
ULong hp_clock_sleep(Thread* t, ULong ns);
/* Does t, in its turn, do nothing but look again and again for something that other threads
   do? */
Bool hp_clock_polls(const Thread* t);
/* The turn of t ends. Has t paused, or does it poll (hp_clock_polls)? Polling is not recognised
   with --hpcmp-order=host, because threads then have no clocks. */
Bool hp_clock_idles(const Thread* t);
/* The turn of t begins. Returns how many instructions t can execute before another thread has to
   get the turn. */
ULong hp_clock_distance(const Thread* t);
/* The same without the slack. */
ULong hp_clock_exact_distance(const Thread* t);
/* The same for changes that nobody has seen yet (HP_GATE_OF_UNSEEN): the slack is 16 times as long.
 */
ULong hp_clock_unseen_distance(const Thread* t);

#endif
