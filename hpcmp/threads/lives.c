/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/lives.h"

#include "hpcmp/threads/moments.h"

static void on_create(ThreadId parent, ThreadId tid) {
    hp_moment_announce(HP_CREATED, hp_thread_new(tid, parent));
}

static void on_first_instruction(ThreadId tid) {
    hp_moment_announce(HP_BEGINS, hp_thread(tid));
}

/* A thread whose clone failed has never existed. */
static void on_exit(ThreadId tid) {
    Thread* t = hp_thread(tid);
    hp_thread_end(t);
    if (t->parent == VG_INVALID_THREADID) {
        hp_moment_announce(HP_EXITS, t);
        hp_moment_announce(HP_HAS_EXITED, t);
    }
    hp_moment_announce(HP_IS_GONE, t);
    hp_thread_free(t);
}

static Bool g_is_turn;

Bool hp_is_turn(void) {
    return g_is_turn;
}

static void on_turn_begin(ThreadId tid, ULong n_dispatched) {
    g_is_turn = True;
    hp_moment_announce(HP_TURN_BEGINS, hp_thread(tid));
}

static void on_turn_end(ThreadId tid, ULong n_dispatched) {
    g_is_turn = False;
    hp_moment_announce(HP_TURN_ENDS, hp_thread(tid));
}

void hp_lives_init(void) {
    VG_(track_pre_thread_ll_create)(on_create);
    VG_(track_pre_thread_first_insn)(on_first_instruction);
    VG_(track_pre_thread_ll_exit)(on_exit);
    VG_(track_start_client_code)(on_turn_begin);
    VG_(track_stop_client_code)(on_turn_end);
}
