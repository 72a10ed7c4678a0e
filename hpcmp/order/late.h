/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread that can run but does not come.  That should not happen, for whoever may sleep
 * is away; but nothing that the program does may stop all of it.
 */
#ifndef HP_LATE_H
#define HP_LATE_H

#include "hpcmp/order/seats.h"

/* How long a thread waits for another one's turn before it looks after that. */
#define HP_PATIENCE_NS 500000000L

/* Has this one, which somebody has looked after for the n-th time now, fallen asleep? */
Bool hp_is_late(const Seat* seat, UInt n);

#endif
