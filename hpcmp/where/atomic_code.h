/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Instructions that are atomic operations in the source. On this processor a load that acquires and
 * a store that releases are plain moves. But debug information shows what they are. The functions
 * for atomic operations are inlined, so the line of such an instruction is in the library's file
 * that contains these functions. Example: the `mov` of flag.store(1, std::memory_order_release)
 * belongs to atomic_base.h:464.
 */
#ifndef HP_ATOMIC_CODE_H
#define HP_ATOMIC_CODE_H

#include "hpcmp/base/basics.h"

/* Does the instruction's line say that it is an atomic operation? False for operations on C11's
   _Atomic, because they are not functions. */
Bool hp_is_atomic_by_source(Addr instruction);

#endif
