/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * On which processor threads run.
 *
 * Only one thread has the turn at any time, and to wake a thread on another processor costs some
 * ten times as much as on one's own.  So the thread that is handed the turn is brought to the
 * processor of the thread that wakes it.  Now and then it is let go instead, so that the kernel
 * can move all threads to where there is less to do.  Before a call that reads, changes or
 * inherits the set of processors, a thread has its own again; so the program could notice only by
 * where it runs (getcpu) and in /proc.
 */
#ifndef HP_PROCESSOR_H
#define HP_PROCESSOR_H

#include "hpcmp/order/seats.h"

void hp_processor_make(void);

/* The thread of `own`, which calls this, is about to wake the thread of `seat`, which sleeps.
   The caller holds the lock of the seats. */
void hp_processor_bring_here(const Seat* seat, const Seat* own);
/* This thread can run wherever it could; its call is about to change that, or not. */
void hp_processor_let_go(ThreadId tid, Bool changes);

#endif
