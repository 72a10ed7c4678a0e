/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/loops.h"

#include "hpcmp/atomics/looks.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/steps.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/seats.h"
#include "pub_tool_stacktrace.h"

/* Places whose next superblocks have been observed: where a thread was, and who had called it.
   Example: several loops call sched_yield, so its address alone does not tell one from another. */
static VgHashTable* g_observed;

static UWord place_of(const Thread* t, Addr last_superblock) {
    enum { N_FRAMES = 3 };
    Addr frames[N_FRAMES];
    UInt n = VG_(get_StackTrace)(t->tid, frames, N_FRAMES, NULL, NULL, 0);
    ULong hash = last_superblock;
    for (UInt i = 0; i < n; i++)
        hash = (hash ^ frames[i]) * 0x9e3779b97f4a7c15UL;
    return hash;
}

/* Returns whether the place is new. */
static Bool add_place(UWord place) {
    if (g_observed == NULL)
        g_observed = VG_(HT_construct)("hp.loops.observed");
    if (VG_(HT_lookup)(g_observed, place) != NULL)
        return False;
    hp_table_add(g_observed, place, "hp.loops.observed", sizeof(VgHashNode));
    return True;
}

/* The observation that goes on. */
enum { N_SUPERBLOCKS = 48, MOST_INSTRUCTIONS = 256 };
typedef struct {
    Addr instruction;
    UInt n; /* of its executions */
} Executed;
static Executed g_executed[MOST_INSTRUCTIONS];
static UInt g_n_executed;
static UInt g_n_left;

static void count(Addr instruction) {
    UInt i = 0;
    while (i < g_n_executed && g_executed[i].instruction != instruction)
        i++;
    if (i == MOST_INSTRUCTIONS)
        return;
    if (i == g_n_executed)
        g_executed[g_n_executed++] = (Executed){instruction, 0};
    g_executed[i].n++;
}

/* `jmp *a` and `call *a` load where to go.  Calls of libraries do so in the linkage table. */
static Bool is_jump(Addr instruction) {
    const UChar* code = (const UChar*)instruction;
    if (!hp_is_readable(instruction, 3 * sizeof *code))
        return False;
    if (code[0] == 0xf2 || (code[0] & 0xf0) == 0x40)
        code++;
    return code[0] == 0xff && ((code[1] >> 3 & 7) == 2 || (code[1] >> 3 & 7) == 4);
}

static void end_observation(void) {
    for (UInt i = 0; i < g_n_executed && !hp_turn_has_stored(); i++) {
        Addr instruction = g_executed[i].instruction;
        if (g_executed[i].n > 1 && hp_is_watched_code(instruction) && !is_jump(instruction))
            hp_watch_candidate(instruction);
    }
}

static void observe(Thread* t, const Addr* instructions, UInt n) {
    for (UInt i = 0; i < n; i++)
        count(instructions[i]);
    if (--g_n_left == 0)
        end_observation();
}

/* A turn of so many instructions in which nothing is stored is a long one. */
enum { MANY = 50000 };

static Bool seems_to_spin(const Thread* t) {
    return hp_clock_idles(t) || (hp_run_executed() >= MANY && !hp_turn_has_stored());
}

void hp_loops_look_at(Thread* t) {
    const Addr* instructions;
    if (g_n_left > 0 || !seems_to_spin(t))
        return;
    UInt n = hp_last_instructions(&instructions);
    if (n == 0 || !add_place(place_of(t, instructions[0])))
        return;
    g_n_executed = 0;
    g_n_left = N_SUPERBLOCKS;
    hp_observe(t, N_SUPERBLOCKS, observe);
}
