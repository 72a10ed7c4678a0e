/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where atomic variables of C11 are in the program's memory.  A store to one with
 * memory_order_release is a plain move, and no inlined function shows what it is: only the
 * variable's type does, in debug information (atomic_types.h).
 *
 * Only static variables are known, because the type of what a pointer points to is known nowhere at
 * run time.  Files of libraries that we know (base/libraries.h) are not read.
 */
#ifndef HP_ATOMIC_VARIABLES_H
#define HP_ATOMIC_VARIABLES_H

#include "hpcmp/where/atomic_types.h"

/* Reads files that have been mapped since the last time, and drops those that have been unmapped.
   Returns whether the variables are others now. */
Bool hp_atomic_variables_update(void);
/* Their bytes, as *n ranges by address, of which none is inside another one. */
const AtomicRange* hp_atomic_variables(UInt* n);
/* Are all these bytes of one variable, or of an array of them? */
Bool hp_is_atomic_variable(Addr a, SizeT n);

#endif
