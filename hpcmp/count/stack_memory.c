/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/stack_memory.h"

#include "hpcmp/blocks/map.h"
#include "hpcmp/count/run.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_machine.h"

/* Addresses in [lo, lo + size) are known to lie in no heap block. */
typedef struct _StackRange {
    Addr lo;
    SizeT size;
} StackRange;

/* A new thread's stack lies below its first stack pointer, in the same mapping;
   what lies above may be anything. */
void hp_stack_memory_begins(Thread* t) {
    Addr sp = VG_(get_SP)(t->tid);
    Addr max = VG_(thread_get_stack_max)(t->tid);
    SizeT size = VG_(thread_get_stack_size)(t->tid);
    if (size == 0 || sp > max || max - sp >= size)
        return;
    StackRange* stack = HP_THREAD_DATA(t->stack);
    stack->lo = max - size + 1;
    stack->size = sp - stack->lo;
    if (!hp_blockmap_is_empty(stack->lo, stack->size))
        stack->size = 0;
}

void hp_stack_memory_drop(Addr a, SizeT size) {
    HP_FOR_EACH_THREAD (t)
        if (t->stack != NULL && a < t->stack->lo + t->stack->size && t->stack->lo < a + size)
            t->stack->size = 0;
}

void hp_stack_memory_cut(Addr a) {
    HP_FOR_EACH_THREAD (t)
        if (t->stack != NULL && a - t->stack->lo < t->stack->size)
            t->stack->size = a - t->stack->lo;
}

Bool hp_is_on_own_stack(const Thread* t, Addr a) {
    return t->stack != NULL && a - t->stack->lo < VG_(thread_get_stack_size)(t->tid);
}

void hp_stack_memory_turn_begins(Thread* t) {
    hp_run.stack_lo = t->stack == NULL ? 0 : t->stack->lo;
    hp_run.stack_size = t->stack == NULL ? 0 : t->stack->size;
}

void hp_stack_memory_init(void) {
    VG_(track_die_mem_munmap)(hp_stack_memory_drop);
}
