/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells the user if threads take turns without any effect. A program that waits in a loop for
 * something that never happens would otherwise look like a tool that hangs.
 */
#ifndef HP_STALL_H
#define HP_STALL_H

#include "hpcmp/order/seats.h"

/* There have been n_turns turns, the last of which is that of t. If no thread has had an event in
   the last 524,288 turns, which take some seconds, prints once which threads spin, and where. */
void hp_stall_check(const Thread* t, ULong n_turns);

#endif
