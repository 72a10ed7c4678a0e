/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/threads.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

/* By Valgrind's ThreadId; grows. */
static Thread** g_by_tid;
static UInt g_by_tid_size;
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

Thread* hp_thread_of(ULong thid) {
    HP_FOR_EACH_THREAD (t)
        if (t->thid == thid)
            return t;
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

Addr hp_thread_pointer(const Thread* t) {
    Addr fs_base = 0;
    VG_(get_shadow_regs_area)(t->tid, (UChar*)&fs_base, 0,
                              offsetof(VexGuestAMD64State, guest_FS_CONST), sizeof fs_base);
    return fs_base;
}

void* hp_thread_data_alloc(SizeT size) {
    return VG_(calloc)("hp.threads.kept", 1, size);
}

static UInt n_slots(void) {
    return __stop_hp_thread_slots - __start_hp_thread_slots;
}

Thread* hp_thread_new(ThreadId tid, ThreadId parent) {
    Thread* t = VG_(calloc)("hp.threads.thread", 1, sizeof *t + n_slots() * sizeof *t->slots);
    t->thid = ++g_last_thid;
    t->tid = tid;
    t->parent = parent;
    set_by_tid(tid, t);
    return t;
}

void hp_thread_end(const Thread* t) {
    set_by_tid(t->tid, NULL);
}

void hp_thread_free(Thread* t) {
    for (UInt i = 0; i < n_slots(); i++)
        VG_(free)(t->slots[i]);
    VG_(free)(t);
}

void hp_threads_reset_in_child(Thread* t) {
    for (ThreadId other = 1; other < g_by_tid_size; other++)
        if (other != t->tid)
            g_by_tid[other] = NULL;
    t->thid = g_last_thid = 1;
    t->icnt = t->worked = t->waited = t->unrecorded = t->own = t->of_library = t->slept = 0;
    t->wait_level = 0;
}
