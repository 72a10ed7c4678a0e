/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * On which processor threads run.
 *
 * Only one has the turn at any time, and to wake a thread on another processor costs some
 * ten times as much as on one's own, so whoever is handed the turn is brought here.  Now and
 * then it is let go, so that the kernel can move all of them to where there is less to do.
 * Before a call that reads, changes or inherits the set of processors, a thread has its own
 * again; so the program could notice only by where it runs (getcpu) and in /proc.
 */
#ifndef HP_PROCESSOR_H
#define HP_PROCESSOR_H

#include "hpcmp/order/seats.h"

void hp_processor_make(void);

/* The thread of `seat`, which sleeps, is to be woken by that of `own`, the one that calls;
   with the lock of the seats. */
void hp_processor_bring_here(const Seat* seat, const Seat* own);
/* This thread can run wherever it could; its call is about to change that, or not. */
void hp_processor_let_go(ThreadId tid, Bool changes);

#endif
