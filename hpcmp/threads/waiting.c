/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/waiting.h"

#include "hpcmp/base/options.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/threads/recording.h"

static void count_work(Thread* t, Long n) {
    if (t->is_off) {
        hp_recording_left_out += n;
        return;
    }
    t->icnt += n;
    t->worked += n;
    if (hp_is_in_library(t))
        t->of_library += n;
}

static UInt g_n_spinning;

static void stop_spinning(Thread* t) {
    g_n_spinning -= t->is_spinning;
    t->is_spinning = False;
}

static void end(Thread* t) {
    count_work(t, t->waited);
    t->clock += t->waited;
    t->waited = 0;
    t->wait_level = 0;
    stop_spinning(t);
}

void hp_waiting_begin_for(Thread* t, Addr object) {
    end(t);
    if (!hp_clo_count_waiting)
        t->wait_level = t->n_handlers + 1;
    t->waits_for = object;
    t->waits_since = t->clock;
}

void hp_waiting_begin_spinning(Thread* t, Addr object, ULong n) {
    hp_count_executed(t, -(Long)n);
    hp_waiting_begin_for(t, object);
    t->is_spinning = hp_is_waiting(t);
    g_n_spinning += t->is_spinning;
    hp_count_executed(t, n);
}

Bool hp_somebody_spins(void) {
    return g_n_spinning > 0;
}

void hp_waiting_begin(Thread* t) {
    hp_waiting_begin_for(t, 0);
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
    stop_spinning(t);
    return waited;
}

Bool hp_waits_longer(const Thread* a, const Thread* b) {
    return a->waits_since != b->waits_since ? a->waits_since < b->waits_since : a->thid < b->thid;
}

Thread* hp_waiting_first(Addr object) {
    Thread* first = NULL;
    HP_FOR_EACH_THREAD (t)
        if (hp_is_waiting(t) && t->waits_for == object &&
            (first == NULL || hp_waits_longer(t, first)))
            first = t;
    return first;
}

void hp_count_executed(Thread* t, Long n) {
    if (hp_is_waiting(t) && t->n_pauses == 0) {
        t->waited += n;
        return;
    }
    t->clock += n;
    if (t->n_pauses > 0) {
        t->unrecorded += n;
        return;
    }
    count_work(t, n);
}

void hp_waiting_handler_begin(Thread* t) {
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
