/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds C11's atomic variables in the program's memory. A store to such a variable with
 * memory_order_release is a plain move, and there is no inlined function that shows what it is.
 * Only the variable's type shows it, in debug information (atomic_types.h).
 *
 * Only static variables are found, because at run time nothing tells the type of the memory that a
 * pointer points to. The files of known libraries (base/libraries.h) are not read.
 */
#ifndef HP_ATOMIC_VARIABLES_H
#define HP_ATOMIC_VARIABLES_H

#include "hpcmp/where/atomic_types.h"

/* Reads files that have been mapped since the last time, and drops those that have been unmapped.
   Returns whether the variables have changed by this. */
Bool hp_atomic_variables_update(void);
/* The bytes of these variables, as an array of *n ranges, sorted by address. No range lies inside
   another one. */
const AtomicRange* hp_atomic_variables(UInt* n);
/* Do all these bytes belong to one such variable, or to an array of them? */
Bool hp_is_atomic_variable(Addr a, SizeT n);

#endif
