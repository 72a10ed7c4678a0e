/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Barriers: arriving in round g publishes g, departing takes g.  The round ends
 * with its last arrival, so that a thread that runs on into the next round
 * cannot be mistaken for a part of this one.
 */

#include "hpcmp/sync/objects.h"

void hp_barrier_arrive(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_object(t, HP_PRIM_BARRIER, a, NULL);
    BarrierState* barrier = &obj->barrier;
    t->barrier = a;
    t->barrier_round = barrier->round;
    barrier->n_inside++;
    if (barrier->n_participants == 0) {
        hp_sync_release_plain(t, obj);
        hp_waiting_begin(t);
        return;
    }
    Bool is_last = ++barrier->n_arrived == barrier->n_participants;
    if (is_last) {
        barrier->round++;
        barrier->n_arrived = 0;
    }
    hp_sync_release(t, obj, t->barrier_round, NULL);
    if (!is_last)
        hp_waiting_begin(t);
}

static void record_departure(Thread* t, SyncObj* obj) {
    t->barrier = 0;
    obj->barrier.n_inside--;
    if (obj->barrier.n_participants == 0)
        hp_sync_acquire_plain(t, obj);
    else
        hp_sync_acquire(t, obj, t->barrier_round, NULL);
    hp_waiting_end(t);
}

void hp_barrier_depart(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_known(a);
    if (t->barrier == a && obj != NULL && obj->prim == HP_PRIM_BARRIER)
        record_departure(t, obj);
}

/* A thread may destroy the barrier, and initialise another one there, as soon as
   it has left it, before the others report that they have. */
void hp_barrier_depart_all(SyncObj* obj) {
    for (Thread* t = hp_thread_next_living(1); t != NULL && obj->barrier.n_inside > 0;
         t = hp_thread_next_living(t->tid + 1))
        if (t->barrier == obj->node.key && t->barrier_round < obj->barrier.round)
            record_departure(t, obj);
}
