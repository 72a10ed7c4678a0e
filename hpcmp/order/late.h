/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Detects a late thread, which can run but does not come for its turn. There should be no such
 * thread, because a thread that may sleep counts as away. But one thread that does not come must
 * not stop all others, whatever the program does.
 */
#ifndef HP_LATE_H
#define HP_LATE_H

#include "hpcmp/order/seats.h"

/* A thread that has waited this long for its turn checks whether the thread whose turn should come
   first is late. */
#define HP_PATIENCE_NS 500000000L

/* Is the thread of this seat asleep, and therefore late? This is asked for the n-th time. If n is
   large, the answer is True in any case. */
Bool hp_is_late(const Seat* seat, UInt n);

#endif
