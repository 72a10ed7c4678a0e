/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/loops.h"

#include "hpcmp/base/options.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/steps.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/seats.h"
#include "hpcmp/threads/spinning.h"

/* Instructions that have been observed. */
static VgHashTable* g_observed;

/* The observation that goes on. */
enum { N_SUPERBLOCKS = 48, MOST_INSTRUCTIONS = 256 };
typedef struct {
    Addr instruction;
    UInt n; /* of its executions */
} Executed;
static Executed g_executed[MOST_INSTRUCTIONS];
static UInt g_n_executed;
static UInt g_n_left;

static Bool is_observed(Addr instruction) {
    return VG_(HT_lookup)(g_observed, instruction) != NULL;
}

static void set_observed(Addr instruction) {
    if (is_observed(instruction))
        return;
    VgHashNode* node = VG_(malloc)("hp.loops.observed", sizeof *node);
    node->key = instruction;
    VG_(HT_add_node)(g_observed, node);
}

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

static void end_observation(void) {
    for (UInt i = 0; i < g_n_executed; i++) {
        set_observed(g_executed[i].instruction);
        if (hp_run.has_stored == 0 && g_executed[i].n > 1 &&
            hp_is_watched_code(g_executed[i].instruction))
            hp_watch_candidate(g_executed[i].instruction);
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
    Bool polls = hp_clo_order == HP_ORDER_VIRTUAL && hp_clock_polls(t);
    return hp_is_behind_pause(t) || polls || (hp_run_executed() >= MANY && hp_run.has_stored == 0);
}

void hp_loops_look_at(Thread* t) {
    const Addr* instructions;
    if (g_n_left > 0 || !seems_to_spin(t))
        return;
    if (g_observed == NULL)
        g_observed = VG_(HT_construct)("hp.loops.observed");
    UInt n = hp_last_instructions(&instructions);
    if (n == 0 || is_observed(instructions[0]))
        return;
    g_n_executed = 0;
    g_n_left = N_SUPERBLOCKS;
    hp_observe(t, N_SUPERBLOCKS, observe);
}
