/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The units in which the contents of pipes, sockets and eventfds are counted, and how many units a
 * system call transfers.
 */
#ifndef HP_UNITS_H
#define HP_UNITS_H

#include "hpcmp/base/basics.h"

/* The kinds of units. */
typedef enum {
    HP_BYTES,
    HP_MESSAGES,
    HP_COUNTER, /* the counter of an eventfd; a read takes all of it */
    HP_TOKENS   /* the same, but a read takes one */
} HpUnit;

/* The first function returns how many units the call has transferred, if it has returned `result`.
   The second one returns how many units it may write at most. */
ULong hp_units_transferred(HpUnit unit, UInt number, const UWord* args, UWord result);
ULong hp_units_at_most(HpUnit unit, UInt number, const UWord* args);

#endif
