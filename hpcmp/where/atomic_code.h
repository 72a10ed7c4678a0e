/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Instructions that the source calls atomic.  On this processor a load that acquires and a store
 * that releases are plain moves.  Debug information knows better: the line of such an instruction
 * is in the library's file of atomic operations, because their functions are inlined.  Example:
 * the `mov` of flag.store(1, std::memory_order_release) belongs to atomic_base.h:464.
 */
#ifndef HP_ATOMIC_CODE_H
#define HP_ATOMIC_CODE_H

#include "hpcmp/base/basics.h"

/* Does the instruction's line say that it is an atomic operation?  C11's _Atomic has no function,
   so it is not known here. */
Bool hp_is_atomic_by_source(Addr instruction);

#endif
