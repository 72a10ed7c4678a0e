/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In what pipes, sockets and eventfds are counted, and how many a system call transfers.
 */
#ifndef HP_UNITS_H
#define HP_UNITS_H

#include "hpcmp/base/basics.h"

/* What a unit is. */
typedef enum {
    HP_BYTES,
    HP_MESSAGES,
    HP_COUNTER, /* of an eventfd; a read takes all */
    HP_TOKENS   /* the same, but a read takes one */
} HpUnit;

/* How many the call has transferred that returned `result`; how many it may write. */
ULong hp_units(HpUnit unit, UInt number, const UWord* args, UWord result);
ULong hp_units_at_most(HpUnit unit, UInt number, const UWord* args);

#endif
