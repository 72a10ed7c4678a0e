/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory orders, from debug information.  A relaxed load is the same instruction as one that
 * acquires.  But the library's function was inlined there, and debug information says with which
 * argument.  Example: of n.fetch_add(1, std::memory_order_relaxed), the innermost inlined function
 * at the `lock xadd` is __atomic_base<int>::fetch_add, and its argument __m is the constant 0.
 *
 * An argument counts if its type is an enumeration with the orders' names, as C++, Rust and Boost
 * have it.  C11 has no functions there, so its orders are not known.
 *
 * Fences that acquire or release have no instruction.  They are inlined functions, too, and hold
 * for all loads and stores of the function that they were inlined into, and of the functions that
 * it calls or is called by directly.  LLVM (clang, rustc) drops inlined functions that have no
 * instruction.  So of what it has compiled, loads and stores are taken to acquire and release.
 */
#ifndef HP_ATOMIC_ORDERS_H
#define HP_ATOMIC_ORDERS_H

#include "hpcmp/base/basics.h"

/* An atomic instruction acquires, releases, both or neither.  True is also what is not known. */
typedef struct {
    Bool look_acquires;  /* as a load, or a comparison that fails */
    Bool store_releases; /* as a store */
    Bool change_acquires, change_releases;
    Bool is_store; /* the program stores, though the instruction may be an `xchg` */
} AtomicOrder;

/* The order of this instruction, which has been executed.  The first time, debug information of its
   source file is read (the program's or library's file must contain it, not compressed). */
const AtomicOrder* hp_atomic_order(Addr instruction);

#endif
