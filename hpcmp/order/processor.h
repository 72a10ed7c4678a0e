/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Chooses the processors on which threads run.
 *
 * Only one thread has the turn at any time. Waking a thread on another processor costs some ten
 * times as much as waking one on the same processor. So the thread that gets the turn is first
 * brought to the processor of the thread that wakes it. Now and then the thread is instead allowed
 * to run anywhere again, so that the kernel can move all threads to a less busy processor. Before a
 * system call that reads, changes or inherits the set of processors, the thread gets its own set
 * back. So the program could notice the change only by getcpu and in /proc.
 */
#ifndef HP_PROCESSOR_H
#define HP_PROCESSOR_H

#include "hpcmp/order/seats.h"

void hp_processor_make(void);

/* The calling thread, whose seat is `own`, is about to wake the thread of `seat`, which sleeps. The
   caller holds the lock of the seats. */
void hp_processor_bring_here(const Seat* seat, const Seat* own);
/* This thread may use its own set of processors again. changes: its system call is about to change
   this set. */
void hp_processor_let_go(ThreadId tid, Bool changes);

#endif
