/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/heap/life.h"

#include "hpcmp/blocks/map.h"
#include "hpcmp/blocks/pool.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/trace/trace.h"

enum { MOST_CALLS = 4 };
static void (*g_at_end[MOST_CALLS])(Thread*, Block*);
static UInt g_n_at_end;

void hp_block_on_end(void (*call)(Thread*, Block*)) {
    tl_assert(g_n_at_end < MOST_CALLS);
    g_at_end[g_n_at_end++] = call;
}

void hp_block_record_begin(Thread* t, Block* b) {
    hp_trace_alloc(t, b);
}

void hp_block_record_end(Thread* t, Block* b) {
    for (UInt i = 0; i < g_n_at_end; i++)
        g_at_end[i](t, b);
    hp_trace_write_put_off(t);
    hp_trace_free(t, b, hp_traffic_take(t, b));
}

Block* hp_block_begin(Thread* t, Addr a, SizeT size, Bool is_custom, Block* outer) {
    Block* b = hp_block_pool_alloc();
    b->addr = a;
    b->size = size == 0 ? 1 : size;
    b->is_custom = is_custom;
    if (outer != NULL) {
        hp_block_extra(b)->outer = outer;
        hp_traffic_crowd(outer);
    }
    hp_blockmap_add(b);
    hp_block_record_begin(t, b);
    return b;
}

void hp_block_end(Thread* t, Block* b) {
    hp_block_record_end(t, b);
    hp_blockmap_remove(b);
    b->is_dead = True;
    hp_block_release(b);
}
