/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/threads.h"

#include "hpcmp/blocks/map.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/kernel/accesses.h"
#include "hpcmp/kernel/descriptors.h"
#include "hpcmp/kernel/file_locks.h"
#include "hpcmp/kernel/messages.h"
#include "hpcmp/kernel/semop.h"
#include "hpcmp/output/output.h"
#include "hpcmp/runtimes/omp.h"
#include "hpcmp/runtimes/tbb.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/library.h"
#include "hpcmp/threads/misuse.h"
#include "hpcmp/threads/turns.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/trace.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

/* By Valgrind's ThreadId; grows. */
static Thread** g_by_tid;
static UInt g_by_tid_size;
/* By pthread_t, the latest one with that value. */
static VgHashTable* g_by_pthread;
static ULong g_last_thid;

Thread* hp_thread(ThreadId tid) {
    return tid < g_by_tid_size ? g_by_tid[tid] : NULL;
}

Thread* hp_thread_next_living(ThreadId from) {
    for (ThreadId tid = from; tid < g_by_tid_size; tid++)
        if (g_by_tid[tid] != NULL)
            return g_by_tid[tid];
    return NULL;
}

static void set_by_tid(ThreadId tid, Thread* t) {
    if (tid >= g_by_tid_size) {
        UInt size = 2 * tid + 8;
        g_by_tid = VG_(realloc)("hp.threads.by_tid", g_by_tid, size * sizeof *g_by_tid);
        for (UInt i = g_by_tid_size; i < size; i++)
            g_by_tid[i] = NULL;
        g_by_tid_size = size;
    }
    g_by_tid[tid] = t;
}

static void free_thread(Thread* t) {
    VG_(free)(t->touched);
    if (t->spills != NULL)
        VG_(HT_destruct)(t->spills, VG_(free));
    VG_(free)(t);
}

/*------------------------------------------------------------*/
/*--- pthread_t                                             ---*/
/*------------------------------------------------------------*/

/* On amd64 a pthread_t is the thread pointer, which is the base of FS. */
static UWord pthread_of(const Thread* t) {
    UWord fs_base = 0;
    VG_(get_shadow_regs_area)
    (t->tid, (UChar*)&fs_base, 0, offsetof(VexGuestAMD64State, guest_FS_CONST), sizeof fs_base);
    return fs_base;
}

/* A thread that had this pthread_t before has exited, and nobody can mean it
   any more. */
static void learn_pthread(Thread* t) {
    if (t->node.key != 0 || t->tid == VG_INVALID_THREADID)
        return;
    UWord pthread = pthread_of(t);
    if (pthread == 0)
        return;
    Thread* former = VG_(HT_remove)(g_by_pthread, pthread);
    if (former != NULL && former->tid == VG_INVALID_THREADID)
        free_thread(former);
    t->node.key = pthread;
    VG_(HT_add_node)(g_by_pthread, t);
}

void hp_threads_join_begin(Thread* t, UWord pthread) {
    const Thread* child = VG_(HT_lookup)(g_by_pthread, pthread);
    t->joining = child == NULL ? 0 : child->thid;
    if (child != NULL && child->tid != VG_INVALID_THREADID)
        hp_waiting_begin(t);
}

void hp_threads_joined(Thread* t) {
    if (t->joining != 0)
        hp_trace_sync(t, &(SyncEvent){.kind = HP_SYNC_JOIN, .value = t->joining});
    t->joining = 0;
    hp_waiting_end(t);
}

/*------------------------------------------------------------*/
/*--- Beginning and end                                     ---*/
/*------------------------------------------------------------*/

static void on_create(ThreadId parent, ThreadId tid) {
    Thread* t = VG_(calloc)("hp.threads.thread", 1, sizeof *t);
    t->thid = ++g_last_thid;
    t->tid = tid;
    t->parent = parent;
    set_by_tid(tid, t);
    if (hp_thread(parent) != NULL) {
        hp_thread(parent)->creating = t;
        hp_runtime_created(hp_thread(parent), t);
    } else {
        hp_trace_begin(t);
    }
}

/* Puts a thread's creation into the trace: before anything of the child, and
   before anything that the parent does next, whichever runs first. */
static void announce(Thread* parent) {
    Thread* child = parent->creating;
    parent->creating = NULL;
    child->parent = VG_INVALID_THREADID;
    learn_pthread(parent);
    learn_pthread(child);
    hp_trace_sync(parent, &(SyncEvent){.kind = HP_SYNC_FORK, .value = child->thid});
}

void hp_threads_created(ThreadId parent, Bool success) {
    Thread* t = hp_thread(parent);
    if (t->creating == NULL)
        return;
    if (success)
        announce(t);
    else
        t->creating = NULL;
}

/* A new thread's stack lies below its first stack pointer, in the same mapping;
   what lies above may be anything. */
static void set_stack(Thread* t) {
    Addr sp = VG_(get_SP)(t->tid);
    Addr max = VG_(thread_get_stack_max)(t->tid);
    SizeT size = VG_(thread_get_stack_size)(t->tid);
    if (size == 0 || sp > max || max - sp >= size)
        return;
    t->stack_lo = max - size + 1;
    t->stack_size = sp - t->stack_lo;
    if (!hp_blockmap_is_empty(t->stack_lo, t->stack_size))
        t->stack_size = 0;
}

void hp_threads_no_stack_in(Addr a, SizeT size) {
    for (Thread* t = hp_thread_next_living(1); t != NULL; t = hp_thread_next_living(t->tid + 1))
        if (a < t->stack_lo + t->stack_size && t->stack_lo < a + size)
            t->stack_size = 0;
}

static void on_first_instruction(ThreadId tid) {
    Thread* t = hp_thread(tid);
    if (hp_thread(t->parent) != NULL)
        announce(hp_thread(t->parent));
    learn_pthread(t);
    set_stack(t);
    hp_run_init_thread(tid);
}

static void on_exit(ThreadId tid) {
    Thread* t = hp_thread(tid);
    set_by_tid(tid, NULL);
    if (t->parent != VG_INVALID_THREADID) {
        /* Its clone failed: it never was. */
        free_thread(t);
        return;
    }
    hp_syscalls_forget(t);
    hp_cond_abandon(t);
    hp_lock_abandon(t);
    hp_descriptors_abandon(t);
    hp_messages_abandon(t);
    hp_semop_abandon(t);
    hp_file_locks_abandon(t);
    hp_once_abandon(t);
    hp_tbb_abandon(t);
    hp_omp_thread_exits(t);
    hp_trace_sync(t, &(SyncEvent){.kind = HP_SYNC_EXIT});
    t->tid = VG_INVALID_THREADID;
    if (t->node.key == 0)
        free_thread(t);
}

void hp_threads_reset_in_child(ThreadId tid) {
    for (Thread* t = hp_thread_next_living(1); t != NULL; t = hp_thread_next_living(t->tid + 1))
        hp_traffic_clear(t);
    for (ThreadId other = 1; other < g_by_tid_size; other++)
        if (other != tid)
            g_by_tid[other] = NULL;
    Thread* t = hp_thread(tid);
    t->thid = g_last_thid = 1;
    t->icnt = t->waited = t->unrecorded = t->own = 0;
    t->waits_in = 0;
    t->creating = NULL;
    t->futex_wait = (FutexWait){.addr = 0};
    hp_syscalls_forget(t);
}

/*------------------------------------------------------------*/
/*--- Turns                                                 ---*/
/*------------------------------------------------------------*/

static void add_instructions(Thread* t, Long n) {
    if (t->n_paused > 0)
        t->unrecorded += n;
    else if (hp_is_waiting(t))
        t->waited += n;
    else
        t->icnt += n;
}

void hp_threads_take_back_instructions(Thread* t, UInt n) {
    add_instructions(t, -(Long)n);
}

static Bool g_is_turn;

Bool hp_is_turn(void) {
    return g_is_turn;
}

static void on_turn_begin(ThreadId tid, ULong n_dispatched) {
    g_is_turn = True;
    Thread* t = hp_thread(tid);
    hp_run.progress = 0;
    hp_run.own = 0;
    hp_run.stack_lo = t->stack_lo;
    hp_run.stack_size = t->stack_size;
    hp_traffic_set_toucher(t);
    hp_sites_begin_turn();
}

static void on_turn_end(ThreadId tid, ULong n_dispatched) {
    g_is_turn = False;
    Thread* t = hp_thread(tid);
    hp_turns_interrupted(t);
    hp_sites_end_turn(t);
    add_instructions(t, hp_run.progress >> HP_SEGMENT_BITS);
    t->own += hp_run.own;
    hp_runtime_interrupted(t);
    hp_tbb_interrupted(t);
    hp_output_tick();
}

void hp_threads_pause(Thread* t) {
    t->n_paused++;
}

void hp_threads_resume(Thread* t) {
    if (t->n_paused == 0) {
        hp_misuse(t, "HPCMP_RESUME without HPCMP_PAUSE at", VG_(get_IP)(t->tid));
        return;
    }
    if (--t->n_paused > 0)
        return;
    HChar text[80];
    VG_(sprintf)(text, "resumed: %llu instructions not recorded", t->unrecorded);
    t->unrecorded = 0;
    hp_trace_info(t, text);
}

void hp_threads_init(void) {
    g_by_pthread = VG_(HT_construct)("hp.threads.by_pthread");
    VG_(track_pre_thread_ll_create)(on_create);
    VG_(track_pre_thread_first_insn)(on_first_instruction);
    VG_(track_pre_thread_ll_exit)(on_exit);
    VG_(track_start_client_code)(on_turn_begin);
    VG_(track_stop_client_code)(on_turn_end);
    VG_(track_die_mem_munmap)(hp_threads_no_stack_in);
}
