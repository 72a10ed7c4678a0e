/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/put_off.h"

#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"

HP_THREAD_SLOT(PutOff, put_off)

static void* with_room(void* list, UInt* room, UInt n, SizeT size) {
    if (n <= *room)
        return list;
    *room = 2 * n;
    return VG_(realloc)("hp.put_off.list", list, *room * size);
}

static void copy_traffic(PutOff* put_off, const Thread* t) {
    UInt n = put_off->n_traffic = hp_traffic_n_touched(t);
    put_off->traffic =
        with_room(put_off->traffic, &put_off->room_traffic, n, sizeof *put_off->traffic);
    for (UInt i = 0; i < n; i++)
        put_off->traffic[i] = hp_traffic_pending(t, hp_traffic_touched(t, i));
}

static void copy_samples(PutOff* put_off, const Thread* t) {
    UInt n = put_off->n_samples = hp_n_samples(t);
    put_off->samples =
        with_room(put_off->samples, &put_off->room_samples, n, sizeof *put_off->samples);
    for (UInt i = 0; i < n; i++)
        put_off->samples[i] = *hp_sample(t, i);
}

static void copy_counts(PutOff* put_off, const Thread* t) {
    put_off->icnt = t->icnt;
    copy_traffic(put_off, t);
    copy_samples(put_off, t);
}

void hp_put_off(Thread* t, const SyncEvent* event) {
    PutOff* put_off = HP_THREAD_DATA(t, put_off);
    put_off->is_there = True;
    put_off->event = *event;
    put_off->event.library = t->of_library;
    put_off->event.slept = t->slept;
    put_off->ends_wait = event->kind == HP_SYNC_ACQ && hp_is_waiting(t);
    if (put_off->ends_wait)
        put_off->event.wait = t->waited;
    put_off->at = hp_stack_of(t);
    copy_counts(put_off, t);
}

void hp_put_off_move(Thread* t, StackNumber at) {
    put_off_of(t)->event.library = t->of_library;
    put_off_of(t)->event.slept = t->slept;
    put_off_of(t)->at = at;
    copy_counts(put_off_of(t), t);
}

SyncEvent* hp_put_off_event(const Thread* t) {
    return put_off_of(t) != NULL && put_off_of(t)->is_there ? &put_off_of(t)->event : NULL;
}

const PutOff* hp_put_off_state(const Thread* t) {
    return put_off_of(t);
}

void hp_put_off_drop(Thread* t) {
    if (put_off_of(t) != NULL)
        put_off_of(t)->is_there = False;
}

void hp_put_off_take(Thread* t) {
    PutOff* put_off = put_off_of(t);
    put_off->is_there = False;
    t->icnt -= put_off->icnt;
    t->of_library -= put_off->event.library;
    t->slept -= put_off->event.slept;
    hp_traffic_drop(t, put_off->traffic, put_off->n_traffic);
    hp_samples_drop(t, put_off->samples, put_off->n_samples);
    if (put_off->ends_wait && hp_is_waiting(t))
        hp_count_executed(t, hp_waiting_take(t) - put_off->event.wait);
}

void hp_put_off_gone(Thread* t) {
    if (put_off_of(t) == NULL)
        return;
    VG_(free)(put_off_of(t)->traffic);
    VG_(free)(put_off_of(t)->samples);
}
