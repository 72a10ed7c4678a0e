/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The results of the instructions CPUID and RDTSCP with --hpcmp-processors=N. Valgrind's simulated
 * processor has three leaves of CPUID about the number of processors: 1, 4, and 0xb (Intel's
 * manual, volume 2, CPUID). The program sees one package with N cores, each with one thread. The
 * APIC number of a processor is the processor's own number. Example: N = 64, and thread 41 runs on
 * processor 40. The second level of leaf 0xb says that there are 64 processors, that their numbers
 * have 6 bits, and that this one has the number 40.
 *
 * VEX calls a function of its own for each of these instructions. The linker replaces these
 * functions by ours (--wrap in local.mk).
 */

#include "hpcmp/base/core.h"
#include "hpcmp/base/options.h"
#include "hpcmp/machine/affinity.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_threadstate.h"

enum { LEAF_FEATURES = 1, LEAF_CACHES = 4, LEAF_TOPOLOGY = 0xb };
enum { LEVEL_THREADS = 1, LEVEL_CORES = 2 };

/* How many bits the numbers of all processors take. */
static UInt bits_of_numbers(void) {
    UInt bits = 0;
    while (1L << bits < hp_clo_processors)
        bits++;
    return bits;
}

static ULong lesser(ULong a, ULong b) {
    return a < b ? a : b;
}

/* The bits first to last get this value. */
static void put(ULong* to, UInt first, UInt last, ULong value) {
    const ULong mask = ((1ULL << (last - first + 1)) - 1) << first;
    *to = (*to & ~mask) | (value << first & mask);
}

static void say_features(VexGuestAMD64State* state, UInt processor) {
    enum { HAS_COUNT = 28 };
    put(&state->guest_RBX, 16, 23, lesser(1UL << bits_of_numbers(), 255));
    put(&state->guest_RBX, 24, 31, processor);
    put(&state->guest_RDX, HAS_COUNT, HAS_COUNT, hp_clo_processors > 1);
}

/* Numbers of processors are as if they filled all bits. Caches of type 0 are none. */
static void say_cache(VexGuestAMD64State* state) {
    enum { TYPE = 0x1f, LEVEL_AT = 5, LEVEL = 7, OWN_LEVELS = 2 };
    const ULong cache = state->guest_RAX;
    const ULong most = (1UL << bits_of_numbers()) - 1;
    if ((cache & TYPE) == 0)
        return;
    put(&state->guest_RAX, 26, 31, lesser(most, 63));
    put(&state->guest_RAX, 14, 25, (cache >> LEVEL_AT & LEVEL) <= OWN_LEVELS ? 0 : most);
}

static void say_topology(VexGuestAMD64State* state, UInt level, UInt processor) {
    static const ULong kinds[] = {LEVEL_THREADS, LEVEL_CORES};
    const Bool is_there = level < 2;
    state->guest_RAX = is_there && level == 1 ? bits_of_numbers() : 0;
    state->guest_RBX = !is_there ? 0 : level == 0 ? 1 : (ULong)hp_clo_processors;
    state->guest_RCX = (is_there ? kinds[level] << 8 : 0) | (level & 0xff);
    state->guest_RDX = processor;
}

static UInt running_processor(void) {
    return hp_affinity_processor(hp_thread(VG_(get_running_tid)()));
}

/* VEX's function. Behind the state it is told of features that the host has, as many as the version
   of Valgrind knows; the others are ignored. */
typedef void Cpuid(VexGuestAMD64State* state, ULong a, ULong b, ULong c);
typedef struct {
    Cpuid* cpuid;
    ULong a, b, c;
} Call;

static void execute(const Call* call, VexGuestAMD64State* state) {
    call->cpuid(state, call->a, call->b, call->c);
}

/* The highest leaf that Valgrind's processor has. */
static ULong highest_leaf(const Call* call, const VexGuestAMD64State* state) {
    static VexGuestAMD64State asked;
    asked = *state;
    asked.guest_RAX = 0;
    execute(call, &asked);
    return asked.guest_RAX;
}

static void give_answer(const Call* call, VexGuestAMD64State* state) {
    const UInt leaf = (UInt)state->guest_RAX;
    const UInt level = (UInt)state->guest_RCX;
    const Bool has_leaf = hp_clo_processors > 0 && leaf > 0 && leaf <= LEAF_TOPOLOGY &&
                          leaf <= highest_leaf(call, state);
    execute(call, state);
    if (!has_leaf)
        return;
    switch (leaf) {
    case LEAF_FEATURES: say_features(state, running_processor()); break;
    case LEAF_CACHES: say_cache(state); break;
    case LEAF_TOPOLOGY: say_topology(state, level, running_processor()); break;
    default: break;
    }
}

/* VEX has one function for each processor that it can stand for. */
#define CPUID(kind)                                                                                \
    Cpuid HP_REAL(amd64g_dirtyhelper_CPUID_##kind);                                                \
    Cpuid HP_OURS(amd64g_dirtyhelper_CPUID_##kind);                                                \
    void HP_OURS(amd64g_dirtyhelper_CPUID_##kind)(VexGuestAMD64State * state, ULong a, ULong b,    \
                                                  ULong c) {                                       \
        give_answer(&(Call){HP_REAL(amd64g_dirtyhelper_CPUID_##kind), a, b, c}, state);            \
    }
CPUID(baseline)
CPUID(sse3_and_cx16)
CPUID(sse42_and_cx16)
CPUID(avx_and_cx16)
CPUID(avx2)

/* RCX gets the word in which Linux puts the processor's number, in the lowest 12 bits, and the
   node. */
void HP_REAL(amd64g_dirtyhelper_RDTSCP)(VexGuestAMD64State* state);
void HP_OURS(amd64g_dirtyhelper_RDTSCP)(VexGuestAMD64State* state);
void HP_OURS(amd64g_dirtyhelper_RDTSCP)(VexGuestAMD64State* state) {
    HP_REAL(amd64g_dirtyhelper_RDTSCP)(state);
    if (hp_clo_processors > 0)
        state->guest_RCX = running_processor();
}
