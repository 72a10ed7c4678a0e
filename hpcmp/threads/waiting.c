/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/waiting.h"

#include "hpcmp/base/options.h"
#include "hpcmp/threads/in_library.h"

static void has_worked(Thread* t, Long n) {
    t->icnt += n;
    t->worked += n;
    if (hp_in_library(t))
        t->of_library += n;
}

static void end(Thread* t) {
    has_worked(t, t->waited);
    t->clock += t->waited;
    t->waited = 0;
    t->wait_level = 0;
}

void hp_waiting_begin(Thread* t) {
    end(t);
    if (!hp_clo_count_waiting)
        t->wait_level = t->n_handlers + 1;
}

Bool hp_is_waiting(const Thread* t) {
    return t->wait_level == t->n_handlers + 1;
}

void hp_waiting_end(Thread* t) {
    if (hp_is_waiting(t))
        end(t);
}

ULong hp_waiting_take(Thread* t) {
    if (!hp_is_waiting(t))
        return 0;
    ULong waited = t->waited;
    t->waited = 0;
    t->wait_level = 0;
    return waited;
}

void hp_executed(Thread* t, Long n) {
    if (hp_is_waiting(t) && t->n_pauses == 0) {
        t->waited += n;
        return;
    }
    t->clock += n;
    if (t->n_pauses > 0) {
        t->unrecorded += n;
        return;
    }
    has_worked(t, n);
}

void hp_waiting_handler_begins(Thread* t) {
    t->n_handlers++;
}

static void on_handler_return(ThreadId tid, Int signal) {
    Thread* t = hp_thread(tid);
    if (t->n_handlers > 0)
        t->n_handlers--;
}

void hp_waiting_init(void) {
    VG_(track_post_deliver_signal)(on_handler_return);
}
