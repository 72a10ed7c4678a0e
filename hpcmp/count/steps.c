/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Generated code counts superblocks, and returns when it has executed a given number of them. It
 * counts instructions only as a sum. So the thread first gets a number of superblocks that
 * certainly ends before the instruction at which it has to stop. Then it gets fewer, and at the end
 * one at a time. Example: there are 1,000 instructions to go, and superblocks have up to 64
 * instructions. Then the thread gets 15 superblocks. This loop is inside the function that runs
 * translations, because Valgrind's scheduler would take a microsecond for each round. The linker
 * replaces this function by ours (--wrap in local.mk).
 */

#include "hpcmp/count/steps.h"

#include "hpcmp/base/core.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "libvex_guest_amd64.h"

/* The thread that is observed, and for how many more superblocks. */
static ThreadId g_observed;
static UInt g_n_to_observe;
static void (*g_observe)(Thread* t, const Addr* instructions, UInt n);

void hp_observe(const Thread* t, UInt n_superblocks,
                void (*observe)(Thread* t, const Addr* instructions, UInt n)) {
    g_observed = t->tid;
    g_n_to_observe = n_superblocks;
    g_observe = observe;
}

static Bool is_observed(const Thread* t) {
    return g_n_to_observe > 0 && t->tid == g_observed;
}

static void observe(Thread* t) {
    const Addr* instructions = NULL;
    UInt n = hp_last_instructions(&instructions);
    g_n_to_observe--;
    g_observe(t, instructions, n);
}

static ULong (*g_n_before)(const Thread* t);
static void (*g_reached)(Thread* t, const ReachedBlock* block);

void hp_steps_set_callbacks(ULong (*n_before)(const Thread* t),
                            void (*reached)(Thread* t, const ReachedBlock* block)) {
    g_n_before = n_before;
    g_reached = reached;
}

/* VEX takes 60 instructions at a time (vex_control.guest_max_insns), or unrolls a loop up to 120
   statements, which hardly come of more. */
enum { LONGEST = 64 };
/* How many instructions a superblock has had on average lately.  This may be more than LONGEST,
   because superblocks behind a jump forward are not counted. */
static ULong g_per_block = LONGEST / 2;

static void learn_length(ULong n_instructions, Int n_blocks) {
    enum { ENOUGH = 64 };
    if (n_blocks >= ENOUGH)
        g_per_block = n_instructions / n_blocks + 1;
}

/* A thread that has executed short superblocks may come to long ones at any time, so each is
   assumed to have at least LONGEST instructions. */
static Int n_blocks_before(ULong distance, Int most) {
    ULong length = 2 * g_per_block > LONGEST ? 2 * g_per_block : LONGEST;
    ULong n = distance / length;
    return n < 1 ? 1 : n > (ULong)most ? most : (Int)n;
}

/* The thread has executed n instructions since its registers were those in `block`.  The sought
   one was the one at this distance. */
static void reach(Thread* t, ReachedBlock* block, ULong n, ULong distance) {
    ULong n_last = hp_last_instructions(&block->instructions);
    if (n_last <= n && distance > n - n_last)
        block->n = distance - (n - n_last);
    g_reached(t, block);
}

/* The sought instruction lies behind, and it is not known which one it was. */
static void reach_late(Thread* t, const VexGuestAMD64State* guest) {
    g_reached(
        t, &(ReachedBlock){.ip = guest->guest_RIP, .sp = guest->guest_RSP, .fp = guest->guest_RBP});
}

/* Values of why[0]: generated code has ended because it did not find the next translation, or
   because its counter was 0. */
enum { HAS_MISSED = 37, HAS_COUNTED_DOWN = 41 };

/* Executes up to `most` superblocks, beginning at `code`.  Returns how many. */
static Int run(Thread* t, UWord* why, VexGuestAMD64State* guest, Addr code, ULong distance,
               Int most) {
    ULong before = hp_run_executed();
    Int n = n_blocks_before(distance, most);
    ReachedBlock block = {.ip = guest->guest_RIP, .sp = guest->guest_RSP, .fp = guest->guest_RBP};
    guest->host_EvC_COUNTER = n;
    HP_REAL(RUN_TRANSLATIONS)(why, guest, code);
    Int left = guest->host_EvC_COUNTER;
    Int n_run = left < 0 ? n : n - left;
    ULong n_instructions = hp_run_executed() - before;
    learn_length(n_instructions, n_run);
    if (n_run == 1 && n_instructions >= distance)
        reach(t, &block, n_instructions, distance);
    else if (n_instructions >= distance)
        reach_late(t, guest);
    return n_run;
}

/* Finds the next translation as the scheduler does.  If there is none, the scheduler is told of a
   miss and makes it. */
static Bool find_code(UWord* why, const VexGuestAMD64State* guest, Addr* code) {
    if (VG_(search_transtab)(code, NULL, NULL, guest->guest_RIP, True))
        return True;
    why[0] = HAS_MISSED;
    why[1] = 0;
    return False;
}

/* No instruction is sought. */
static const Long FAR = 1L << 62;

/* How many instructions there are to the one that is sought. */
static Long distance_to_go(const Thread* t) {
    ULong n_before = g_n_before == NULL ? ~0UL : g_n_before(t);
    return n_before == ~0UL ? FAR : (Long)(n_before - hp_run_uncounted());
}

void HP_OURS(RUN_TRANSLATIONS)(UWord* why, volatile void* guest_state, Addr code) {
    VexGuestAMD64State* guest = (VexGuestAMD64State*)guest_state;
    Thread* t = hp_thread(VG_(get_running_tid)());
    Int rest = guest->host_EvC_COUNTER;
    while (rest > 0 && t != NULL) {
        Long distance = distance_to_go(t);
        Bool is_alone = is_observed(t);
        if (distance == FAR && !is_alone)
            break;
        if (distance <= 0) {
            reach_late(t, guest);
            continue;
        }
        rest -= run(t, why, guest, code, distance, is_alone ? 1 : rest);
        if (is_alone)
            observe(t);
        if (why[0] != HAS_COUNTED_DOWN)
            guest->host_EvC_COUNTER = rest;
        if (why[0] != HAS_COUNTED_DOWN || hp_run.leaves != 0 || rest == 0)
            return;
        guest->host_EvC_COUNTER = rest;
        if (!find_code(why, guest, &code))
            return;
        /* The scheduler requires both words to be 0 when a fault leaves the program's code,
           because the fault's handler jumps past the place where they are set. */
        why[0] = why[1] = 0;
    }
    HP_REAL(RUN_TRANSLATIONS)(why, guest_state, code);
}
