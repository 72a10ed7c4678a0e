/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads memory orders from debug information. A relaxed load is the same instruction as one that
 * acquires. But the load belongs to an inlined function of the library, and debug information gives
 * the function's argument. Example: n.fetch_add(1, std::memory_order_relaxed). The innermost
 * inlined function at the `lock xadd` is __atomic_base<int>::fetch_add, and its argument __m is the
 * constant 0.
 *
 * An argument counts as an order if its type is an enumeration with the orders' names. C++, Rust
 * and Boost have such types. Atomic operations of C11 are not functions, so their orders are
 * unknown.
 *
 * Fences that acquire or release have no instruction. They are inlined functions, too. Such a fence
 * is taken to apply to all loads and stores of the function that contains it, of the functions that
 * this function calls, and of its callers. LLVM (clang, rustc) drops inlined functions that have no
 * instruction. So in code that LLVM has compiled, loads and stores are taken to acquire and
 * release.
 */
#ifndef HP_ATOMIC_ORDERS_H
#define HP_ATOMIC_ORDERS_H

#include "hpcmp/base/basics.h"

/* An atomic instruction acquires, releases, both or neither. A member is also True if the answer is
   unknown. */
typedef struct {
    Bool look_acquires;  /* it acquires as a load, or as a comparison that fails */
    Bool store_releases; /* it releases as a store */
    Bool change_acquires, change_releases;
    Bool is_store; /* the program stores, though the instruction may be an `xchg` */
} AtomicOrder;

/* The order of this instruction, which has been executed. The first call reads the debug
   information of the instruction's source file. It is found only if the program's or library's file
   contains it uncompressed. */
const AtomicOrder* hp_atomic_order(Addr instruction);

#endif
