/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Atomic operations that a program calls as functions, because it was built with -fsanitize=thread.
 *
 * The library in hpcmp/preload/tsan/ has these functions.  A mark, which does nothing, stands
 * before the one instruction that does the operation, and registers say what the tool has to know
 * of the call.  Example: __tsan_atomic32_load(&flag, memory_order_acquire), called from 0x401234,
 * executes
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
    /* In place of the order of a failure: if the comparison fails, the function makes it again. */
    HP_ORDER_RETRIES,
    HP_ORDER_BITS = 7
};

/* The order, the order if a comparison fails, and where the function returns to. */
#define HP_REGISTER_OF_ORDER "r10"
#define HP_REGISTER_OF_FAILURE "r11"
#define HP_REGISTER_OF_CALLER "r9"

#endif
