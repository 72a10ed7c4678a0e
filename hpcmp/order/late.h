/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Detects a thread that can run but does not come for its turn.  That should not happen, because
 * a thread that may sleep is away.  But nothing that the program does may stop all threads.
 */
#ifndef HP_LATE_H
#define HP_LATE_H

#include "hpcmp/order/seats.h"

/* A thread that has waited this long for its turn checks whether the thread that is to go first is
   late. */
#define HP_PATIENCE_NS 500000000L

/* Has the thread of this seat, which is looked after for the n-th time now, fallen asleep? */
Bool hp_is_late(const Seat* seat, UInt n);

#endif
