/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/gates.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/marked.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/prims.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/unused.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/follow.h"
#include "hpcmp/order/line.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"

/*------------------------------------------------------------*/
/*--- Where                                                 ---*/
/*------------------------------------------------------------*/

/* The number of instructions before the first watched one from the n-th on; all, if there is
   none. */
static UInt n_before_watched(const IRSB* sb, UInt from) {
    UInt n = 0;
    for (Int i = 0; i < sb->stmts_used; i++) {
        if (sb->stmts[i]->tag != Ist_IMark)
            continue;
        if (n >= from && (hp_is_watched(sb, i) || (n > 0 && hp_begins_loop(sb, i))))
            return n;
        n++;
    }
    return n;
}

static UInt n_instructions(const IRSB* sb) {
    UInt n = 0;
    for (Int i = 0; i < sb->stmts_used; i++)
        if (sb->stmts[i]->tag == Ist_IMark)
            n++;
    return n;
}

static Bool ends_in(const HChar* name, SizeT length, const HChar* end) {
    SizeT n = VG_(strlen)(end);
    return length >= n && VG_(strncmp)(name + length - n, end, n) == 0;
}

typedef struct {
    const HChar* end; /* of the function's name */
    Gate gate;
} GateOfFunction;

#define TAKING(prim)                                                                               \
    { .kind = HP_GATE_OF_TAKING, .taken = prim }

/* The functions that do not need an ordinary gate.  pthread_spin_init is pthread_spin_unlock
   at the same address. */
static const GateOfFunction g_gates[] = {
    {"mutex_unlock", {.kind = HP_GATE_OF_UNLOCK}},
    {"spin_unlock", {.kind = HP_GATE_OF_UNLOCK}},
    {"spin_init", {.kind = HP_GATE_OF_UNLOCK}},
    {"sem_post", {.kind = HP_GATE_OF_POST}},

    {"mutex_lock", TAKING(HP_PRIM_MUTEX)},
    {"mutex_timedlock", TAKING(HP_PRIM_MUTEX)},
    {"mutex_clocklock", TAKING(HP_PRIM_MUTEX)},
    {"flockfile", TAKING(HP_PRIM_MUTEX)},
    {"spin_lock", TAKING(HP_PRIM_SPIN)},
    {"lock_rdlock", TAKING(HP_PRIM_RWLOCK)},
    {"lock_wrlock", TAKING(HP_PRIM_RWLOCK)},
    {"timedrdlock", TAKING(HP_PRIM_RWLOCK)},
    {"timedwrlock", TAKING(HP_PRIM_RWLOCK)},
    {"clockrdlock", TAKING(HP_PRIM_RWLOCK)},
    {"clockwrlock", TAKING(HP_PRIM_RWLOCK)},
    {"sem_wait", TAKING(HP_PRIM_SEM)},
    {"sem_timedwait", TAKING(HP_PRIM_SEM)},
    {"sem_clockwait", TAKING(HP_PRIM_SEM)},
    {"pthread_join", TAKING(HP_NO_PRIM)},
    {"timedjoin_np", TAKING(HP_NO_PRIM)},
    {"clockjoin_np", TAKING(HP_NO_PRIM)},
    {"mutex_trylock", TAKING(HP_PRIM_MUTEX)},
    {"ftrylockfile", TAKING(HP_PRIM_MUTEX)},
    {"spin_trylock", TAKING(HP_PRIM_SPIN)},
    {"tryrdlock", TAKING(HP_PRIM_RWLOCK)},
    {"trywrlock", TAKING(HP_PRIM_RWLOCK)},
    {"sem_trywait", TAKING(HP_PRIM_SEM)},
    {"tryjoin_np", TAKING(HP_NO_PRIM)},
    {"pthread_once", TAKING(HP_PRIM_ONCE)},
    {"call_once", TAKING(HP_PRIM_ONCE)},
    {"guard_acquire", TAKING(HP_PRIM_ONCE)},

    {"_init", {.kind = HP_NO_GATE}},
    {"_destroy", {.kind = HP_NO_GATE}},
    {"_detach", {.kind = HP_NO_GATE}},
    {"guard_release", {.kind = HP_NO_GATE}},
    {"guard_abort", {.kind = HP_NO_GATE}},
};

/* The name may have a version. */
static Gate gate_of_name(const HChar* name) {
    const HChar* version = VG_(strchr)(name, '@');
    SizeT length = version == NULL ? VG_(strlen)(name) : (SizeT)(version - name);
    for (UInt i = 0; i < sizeof g_gates / sizeof *g_gates; i++)
        if (ends_in(name, length, g_gates[i].end))
            return g_gates[i].gate;
    return (Gate){.kind = HP_GATE};
}

/* Does the function at this address replace one that allocates? */
static Bool replaces(Addr readdr) {
    const HChar* name;
    const HChar* mark = "_vgr";
    return VG_(get_fnname_raw)(VG_(current_DiEpoch)(), readdr, &name) &&
                               VG_(strncmp)(name, mark, VG_(strlen)(mark)) == 0;
}

/* The gate of a function in whose place ours is. */
static Gate gate_of_function(Addr nraddr, Addr readdr) {
    const HChar* name;
    if (hp_library_of(readdr) != HP_PRELOAD_LIBRARY || replaces(readdr) ||
        !VG_(get_fnname)(VG_(current_DiEpoch)(), nraddr, &name))
        return (Gate){.kind = HP_NO_GATE};
    return gate_of_name(name);
}

/* The gate of a superblock that begins with a watched instruction. */
static Gate gate_of_watched(const IRSB* sb, UInt cut) {
    Int i = 0;
    while (sb->stmts[i]->tag != Ist_IMark)
        i++;
    for (Int k = i + 1; k < sb->stmts_used && sb->stmts[k]->tag != Ist_IMark; k++)
        if (sb->stmts[k]->tag == Ist_CAS && hp_is_result_unused(sb, i))
            return (Gate){.kind = HP_GATE_OF_UNSEEN, .cut = cut};
    return (Gate){.kind = HP_GATE, .cut = cut};
}

static Gate gate_of_code(const IRSB* sb, HpLibrary library) {
    UInt n = n_instructions(sb);
    Bool is_syscall = sb->jumpkind == Ijk_Sys_syscall;
    if (library != HP_C_LIBRARY) {
        UInt before = n_before_watched(sb, 1);
        if (before < n)
            return n_before_watched(sb, 0) == 0 ? gate_of_watched(sb, before)
                                                : (Gate){.kind = HP_NO_GATE, .cut = before};
        if (n_before_watched(sb, 0) == 0 && n > 0)
            return gate_of_watched(sb, is_syscall && n > 1 ? n - 1 : 0);
    }
    if (is_syscall)
        return (Gate){.kind = n == 1 ? HP_GATE_OF_SYSCALL : HP_NO_GATE, .cut = n - 1};
    return (Gate){.kind = HP_NO_GATE};
}

/* A marked instruction is a superblock of its own, because the code around it is not the
   program's. */
static Gate gate_of_own(const IRSB* sb) {
    Bool is_marked = False;
    UInt n = 0;
    for (Int i = 0; i < sb->stmts_used; i++) {
        if (sb->stmts[i]->tag != Ist_IMark)
            continue;
        if (n == 0)
            is_marked = hp_is_marked(sb->stmts[i]->Ist.IMark.addr);
        else if (is_marked || hp_is_marked(sb->stmts[i]->Ist.IMark.addr))
            return (Gate){.kind = is_marked ? HP_GATE : HP_NO_GATE, .cut = n};
        n++;
    }
    return (Gate){.kind = is_marked ? HP_GATE : HP_NO_GATE};
}

Gate hp_gate_of(const IRSB* sb, Addr nraddr, Addr readdr) {
    Gate gate = {.kind = HP_NO_GATE};
    HpLibrary library = hp_library_of(readdr);
    if (nraddr != readdr)
        gate = gate_of_function(nraddr, readdr);
    else if (library != HP_PRELOAD_LIBRARY)
        gate = gate_of_code(sb, library);
    else
        gate = gate_of_own(sb);
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        gate.kind = HP_NO_GATE;
    else if (gate.kind == HP_NO_GATE && hp_clo_plan != NULL && nraddr == readdr &&
             library != HP_C_LIBRARY && library != HP_PRELOAD_LIBRARY)
        gate.kind = HP_GATE_OF_PLAN;
    return gate;
}

/*------------------------------------------------------------*/
/*--- In the program                                        ---*/
/*------------------------------------------------------------*/

#define NO_LIMIT (~0UL)

/* How far a thread that comes to no gate may get ahead.  It may wait, without an atomic
   instruction, for a value that another thread writes; it then sees the value that much later.
   To change threads more often costs time, because each has other data in the caches. */
enum { MOST_AHEAD = 500000, AHEAD_OF_SPINNING = 100000 };
/* The most superblocks in a turn of a waiting thread.  Its turn ends at a pause, too. */
enum { BLOCKS_OF_WAITING = 20000, BLOCKS_OF_SPINNING = 32 };

/* Instructions in a superblock, as measured in the latest turns of any thread. */
static ULong g_per_block = 4;
/* The turn whose length is limited.  The limit is set once, although Valgrind runs a thread
   several times in a turn. */
static ULong g_limited;
/* Superblocks that the turn had left when it was limited, or 0 once the thread has been run
   again. */
static Int g_n_blocks;

/* Valgrind counts superblocks, which may be a single instruction or, of a loop that has been
   unrolled, some hundred. */
static void limit_blocks(const Thread* t, ULong n_instructions) {
    ULong most = t->is_spinning     ? BLOCKS_OF_SPINNING
                 : hp_is_waiting(t) ? BLOCKS_OF_WAITING
                                    : n_instructions / g_per_block + 1;
    g_limited = hp_n_turns();
    g_n_blocks = hp_blocks_left(t);
    if ((ULong)g_n_blocks <= most)
        return;
    g_n_blocks = most;
    hp_set_blocks_left(t->tid, most);
}

/* While a thread spins, each store may be the one that it waits for, so none comes early.

   The clock of a waiting thread stands still, so the thread stops at a gate only if it is ahead
   already. */
void hp_gates_turn_begins(Thread* t) {
    hp_run.leaves = 0;
    hp_run.limit = hp_run.exact_limit = hp_run.unseen_limit = NO_LIMIT;
    hp_run.plan_limit = hp_follow_must_stop(t) ? 0 : NO_LIMIT;
    g_n_blocks = 0;
    ULong distance = hp_clock_distance(t);
    if (distance >= NO_LIMIT >> HP_SEGMENT_BITS)
        return;
    if (g_limited != hp_n_turns())
        limit_blocks(t, distance + (hp_line_front.somebody_waits ? AHEAD_OF_SPINNING : MOST_AHEAD));
    if (!hp_is_waiting(t) || distance == 0) {
        hp_run.exact_limit = hp_clock_exact_distance(t) << HP_SEGMENT_BITS;
        Bool is_exact = hp_somebody_spins();
        hp_run.limit = is_exact ? hp_run.exact_limit : distance << HP_SEGMENT_BITS;
        hp_run.unseen_limit = is_exact || hp_clo_plan != NULL
                                  ? hp_run.limit
                                  : hp_clock_unseen_distance(t) << HP_SEGMENT_BITS;
    }
}

/* This runs before the instructions of the turn are accounted for. */
void hp_gates_turn_ends(Thread* t) {
    enum { ENOUGH = 64 };
    hp_follow_count_executed(hp_run.progress >> HP_SEGMENT_BITS);
    if (hp_run.limit == NO_LIMIT || hp_run.leaves != 0 || g_n_blocks == 0)
        return;
    Int n_blocks = g_n_blocks - hp_blocks_left(t);
    if (n_blocks >= ENOUGH)
        g_per_block = (hp_run_executed() + n_blocks) / n_blocks;
}

/* Sets the count of blocks as if it had just gone below 0. */
VG_REGPARM(0) void hp_gate_reached(void) {
    hp_run.leaves = 1;
    hp_set_blocks_left(VG_(get_running_tid)(), -1);
}

static Bool (*g_is_private)(UWord number);

static UWord register_at(PtrdiffT offset) {
    UWord value;
    VG_(get_shadow_regs_area)(VG_(get_running_tid)(), (UChar*)&value, 0, offset, sizeof value);
    return value;
}

VG_REGPARM(0) void hp_gate_of_syscall_reached(void) {
    if (!g_is_private(register_at(offsetof(VexGuestAMD64State, guest_RAX))))
        hp_gate_reached();
}

/* A glibc mutex is 1 while it is locked, and 2 if a thread may wait for it: that includes
   threads that come back from pthread_cond_wait, of which no wrapper has told. */
VG_REGPARM(0) void hp_gate_of_unlock_reached(void) {
    Addr lock = register_at(offsetof(VexGuestAMD64State, guest_RDI));
    Bool is_marked = hp_is_readable(lock, sizeof(UInt)) && *(const UInt*)lock > 1;
    if (is_marked || hp_waiting_first(lock) != NULL)
        hp_gate_reached();
}

VG_REGPARM(0) void hp_gate_of_post_reached(void) {
    Addr semaphore = register_at(offsetof(VexGuestAMD64State, guest_RDI));
    if (hp_run.progress >= hp_run.limit || hp_waiting_first(semaphore) != NULL)
        hp_gate_reached();
}

static Bool (*g_is_taken)(const Thread* t, Addr object);

/* A thread takes an object that it has come to first even if it is ahead of others, as long as the
   plan lets it. */
VG_REGPARM(1) void hp_gate_of_taking_reached(UWord taken) {
    Thread* t = hp_thread(VG_(get_running_tid)());
    Addr object = register_at(offsetof(VexGuestAMD64State, guest_RDI));
    const HChar* prim = taken == HP_NO_PRIM ? NULL : hp_prim_name(taken);
    Bool is_planned = hp_is_plan_followed() && (prim == NULL || g_is_taken(t, object));
    if ((is_planned && !hp_follow_arrive(t, prim)) || hp_run.progress >= hp_run.limit)
        hp_gate_reached();
}

VG_REGPARM(0) void hp_gate_of_plan_reached(void) {
    Thread* t = hp_thread(VG_(get_running_tid)());
    if (!hp_follow_pass(t))
        hp_gate_reached();
    else if (!hp_follow_must_stop(t))
        hp_run.plan_limit = NO_LIMIT;
}

void hp_gates_init(Bool (*is_private)(UWord), Bool (*is_taken)(const Thread*, Addr)) {
    g_is_private = is_private;
    g_is_taken = is_taken;
}
