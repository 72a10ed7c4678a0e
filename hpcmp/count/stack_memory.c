/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/stack_memory.h"

#include "hpcmp/blocks/map.h"
#include "hpcmp/count/run.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_machine.h"

/* Addresses in [lo, lo + size) are known to lie in no heap block. */
typedef struct {
    Addr lo;
    SizeT size;
} StackRange;

HP_THREAD_SLOT(StackRange, range)

/* A new thread's stack lies below its first stack pointer, in the same mapping;
   what lies above may be anything. */
void hp_stack_memory_begins(Thread* t) {
    Addr sp = VG_(get_SP)(t->tid);
    Addr max = VG_(thread_get_stack_max)(t->tid);
    SizeT size = VG_(thread_get_stack_size)(t->tid);
    if (size == 0 || sp > max || max - sp >= size)
        return;
    StackRange* range = HP_THREAD_DATA(t, range);
    range->lo = max - size + 1;
    range->size = sp - range->lo;
    if (!hp_blockmap_is_empty(range->lo, range->size))
        range->size = 0;
}

void hp_stack_memory_drop(Addr a, SizeT size) {
    HP_FOR_EACH_THREAD (t)
        if (range_of(t) != NULL && a < range_of(t)->lo + range_of(t)->size &&
            range_of(t)->lo < a + size)
            range_of(t)->size = 0;
}

void hp_stack_memory_cut(Addr a) {
    HP_FOR_EACH_THREAD (t)
        if (range_of(t) != NULL && a - range_of(t)->lo < range_of(t)->size)
            range_of(t)->size = a - range_of(t)->lo;
}

Bool hp_is_on_own_stack(const Thread* t, Addr a) {
    return range_of(t) != NULL && a - range_of(t)->lo < VG_(thread_get_stack_size)(t->tid);
}

void hp_stack_memory_turn_begins(Thread* t) {
    hp_run.stack_lo = range_of(t) == NULL ? 0 : range_of(t)->lo;
    hp_run.stack_size = range_of(t) == NULL ? 0 : range_of(t)->size;
}

void hp_stack_memory_init(void) {
    VG_(track_die_mem_munmap)(hp_stack_memory_drop);
}
