/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Atomic operations that a program calls as functions, because it was built with -fsanitize=thread.
 *
 * The library in hpcmp/preload/tsan/ contains these functions. In each of them, one instruction
 * does the operation. Before it stands a mark, an instruction that does nothing. Registers contain
 * what the tool has to know about the call. Example: __tsan_atomic32_load(&flag,
 * memory_order_acquire), called from 0x401234, executes
 *
 *     nopl 0x4d435048(%rax)        the mark
 *     mov (%rdi), %eax             with 2 in r10, 2 in r11, and 0x401234 in r9
 */
#ifndef SHARED_CALLED_ATOMICS_H
#define SHARED_CALLED_ATOMICS_H

#define HP_MARK_BYTES 0x0f, 0x1f, 0x80, 0x48, 0x50, 0x43, 0x4d

/* Memory orders, as the compiler passes them. */
enum {
    HP_ORDER_RELAXED,
    HP_ORDER_CONSUME,
    HP_ORDER_ACQUIRE,
    HP_ORDER_RELEASE,
    HP_ORDER_ACQ_REL,
    HP_ORDER_SEQ_CST,
    /* Instead of the order for a failure: if the comparison fails, the function tries again.
     */
    HP_ORDER_RETRIES,
    HP_ORDER_BITS = 7
};

/* Registers with the order, with the order for a comparison that fails, and with the address to
   which the function returns. */
#define HP_REGISTER_OF_ORDER "r10"
#define HP_REGISTER_OF_FAILURE "r11"
#define HP_REGISTER_OF_CALLER "r9"

#endif
