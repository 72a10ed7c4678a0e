/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that hand the turn over are on one processor: waking a thread on another one
 * costs some ten times as much, and only one has the turn at any time.
 */
#ifndef HP_PROCESSOR_H
#define HP_PROCESSOR_H

#include "hpcmp/order/seats.h"

/* The seat's thread, which sleeps, is to be woken by the one that calls. */
void hp_processor_bring_here(const Seat* seat);

#endif
