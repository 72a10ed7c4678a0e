/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/run.h"

#include "hpcmp/threads/moments.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

RunState hp_run;

void (*hp_run_see_to_latest_repetition)(void);

/* The guest state has two shadows of its size behind it, for the tool. */
Int hp_run_offset(const VexGuestLayout* layout) {
    return layout->total_sizeB;
}

/* Makes hp_run known to the generated code of every thread. */
void hp_run_begins(Thread* t) {
    const RunState* run = &hp_run;
    VG_(set_shadow_regs_area)(t->tid, 1, 0, sizeof run, (const UChar*)&run);
}

Int hp_blocks_left(const Thread* t) {
    Int n;
    VG_(get_shadow_regs_area)(t->tid, (UChar*)&n, 0, offsetof(VexGuestAMD64State, host_EvC_COUNTER),
                              sizeof n);
    return n;
}

void hp_set_blocks_left(ThreadId tid, Int n) {
    VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, host_EvC_COUNTER), sizeof n,
                              (const UChar*)&n);
}

void hp_turn_end_soon(void) {
    hp_run.leaves = 1;
    hp_set_blocks_left(VG_(get_running_tid)(), 0);
}

#define NEAR_SIZE (64UL << 20)

/* Costs nothing before it is used. */
static UChar g_near[NEAR_SIZE] __attribute__((aligned(16)));
static SizeT g_near_used;

void* hp_run_alloc_near(SizeT size) {
    size = VG_ROUNDUP(size, sizeof(ULong));
    if (size > NEAR_SIZE - g_near_used)
        return VG_(calloc)("hp.run.near", 1, size);
    void* memory = &g_near[g_near_used];
    g_near_used += size;
    return memory;
}
