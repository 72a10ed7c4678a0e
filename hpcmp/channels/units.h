/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The units in which pipes, sockets and eventfds are counted, and the number that a system call
 * transfers.
 */
#ifndef HP_UNITS_H
#define HP_UNITS_H

#include "hpcmp/base/basics.h"

/* The kinds of units. */
typedef enum {
    HP_BYTES,
    HP_MESSAGES,
    HP_COUNTER, /* of an eventfd; a read takes all */
    HP_TOKENS   /* the same, but a read takes one */
} HpUnit;

/* The number of units that the call, which returned `result`, has transferred; and the most that it
   may write. */
ULong hp_units_transferred(HpUnit unit, UInt number, const UWord* args, UWord result);
ULong hp_units_at_most(HpUnit unit, UInt number, const UWord* args);

#endif
