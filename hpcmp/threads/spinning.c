/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/spinning.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_machine.h"

/* A spinning thread is interrupted by each pause instruction, and its turn ends after
   some 150 of them.  A call of the kernel costs about as much as a few of these. */
enum { INTERRUPTIONS_BEFORE_YIELD = 64 };

static Bool others_want_to_run(const Thread* t) {
    const Thread* other = hp_thread_next_living(1);
    while (other != NULL && (other == t || other->is_in_kernel))
        other = hp_thread_next_living(other->tid + 1);
    return other != NULL;
}

static void yield_processor(void) {
    UWord number_and_result = __NR_sched_yield;
    __asm__ volatile("syscall" : "+a"(number_and_result) : : "rcx", "r11", "memory");
}

Bool hp_is_behind_pause(const Thread* t) {
    static const UChar pause[] = {0xf3, 0x90};
    Addr before = VG_(get_IP)(t->tid) - sizeof pause;
    return hp_is_readable(before, sizeof pause) &&
           VG_(memcmp)((const void*)before, pause, sizeof pause) == 0;
}

void hp_spinning_turn_ends(Thread* t) {
    static const Thread* last;
    static ULong n_events;
    static UInt n_in_a_row;
    if (hp_clo_order != HP_ORDER_HOST)
        return;
    /* A thread that allocates or synchronises does not spin.  It does not yield, because it would
       lose its data in the caches. */
    Bool goes_on = t == last && t->n_events == n_events;
    n_in_a_row = goes_on ? n_in_a_row + 1 : 0;
    last = t;
    n_events = t->n_events;
    if (n_in_a_row < INTERRUPTIONS_BEFORE_YIELD)
        return;
    n_in_a_row = 0;
    if (others_want_to_run(t))
        yield_processor();
}
