/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells the user that threads take turns and nothing comes of it, because a program that
 * waits in a loop for what never happens looks like a tool that hangs.
 */
#ifndef HP_STALL_H
#define HP_STALL_H

#include "hpcmp/order/seats.h"

/* t goes on, in the last one of so many turns.  Says once which threads spin, and where, if no
   thread has had an event in the last 524,288 turns.  That takes some seconds. */
void hp_stall_check(const Thread* t, ULong n_turns);

#endif
