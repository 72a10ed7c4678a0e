/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Barriers. A thread that arrives in round g publishes g, and acquires g when it departs. Round g
 * ends with its last arrival. So a thread that already arrives for the next round is not counted in
 * round g.
 */

#include "hpcmp/sync/barriers.h"

#include "hpcmp/threads/waiting.h"

typedef struct {
    ULong n_participants; /* 0: initialised before we could see it */
    ULong n_arrived;      /* in this round */
    ULong n_inside;       /* threads that have arrived and not departed */
    ULong round;          /* 1, 2, ... */
} Barrier;

/* The barrier that a thread has arrived at, 0 if it has departed, and in which round. */
typedef struct {
    Addr at;
    ULong round;
} BarrierVisit;

HP_THREAD_SLOT(BarrierVisit, visit)

static Barrier* barrier_of(SyncObj* obj) {
    return (Barrier*)obj->state;
}

static void begin(SyncObj* obj, ULong n_participants) {
    *barrier_of(obj) = (Barrier){.n_participants = n_participants, .round = 1};
}

static ULong n_participants(const SyncObj* obj) {
    return ((const Barrier*)obj->state)->n_participants;
}

void hp_barrier_arrive(Thread* t, HpReporter by, Addr a) {
    SyncObj* obj = hp_sync_object(t, by, HP_PRIM_BARRIER, a, NULL);
    Barrier* barrier = barrier_of(obj);
    BarrierVisit* visit = HP_THREAD_DATA(t, visit);
    *visit = (BarrierVisit){a, barrier->round};
    barrier->n_inside++;
    if (barrier->n_participants == 0) {
        hp_sync_release_plain(t, obj);
        hp_waiting_begin_for(t, a);
        return;
    }
    Bool is_last = ++barrier->n_arrived == barrier->n_participants;
    if (is_last) {
        barrier->round++;
        barrier->n_arrived = 0;
    }
    hp_sync_release(t, obj, visit->round, NULL);
    if (!is_last)
        hp_waiting_begin_for(t, a);
}

static void record_departure(Thread* t, SyncObj* obj) {
    visit_of(t)->at = 0;
    barrier_of(obj)->n_inside--;
    if (barrier_of(obj)->n_participants == 0)
        hp_sync_acquire_plain(t, obj);
    else
        hp_sync_acquire(t, obj, visit_of(t)->round, NULL);
    hp_waiting_end(t);
}

static Bool is_inside(const Thread* t, Addr a) {
    return visit_of(t) != NULL && visit_of(t)->at == a;
}

void hp_barrier_depart(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_BARRIER, a);
    if (obj != NULL && is_inside(t, a))
        record_departure(t, obj);
}

/* A thread may destroy the barrier, and initialise another one there, as soon as
   it has left it, before the others report that they have. */
static void depart_all(SyncObj* obj) {
    const Barrier* barrier = barrier_of(obj);
    for (Thread* t = hp_thread_next_living(1); t != NULL && barrier->n_inside > 0;
         t = hp_thread_next_living(t->tid + 1))
        if (is_inside(t, obj->node.key) && visit_of(t)->round < barrier->round)
            record_departure(t, obj);
}

void hp_barrier_depart_all(Addr a) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_BARRIER, a);
    if (obj != NULL)
        depart_all(obj);
}

void hp_barrier_resize(Addr a, ULong n_participants) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_BARRIER, a);
    if (obj != NULL)
        barrier_of(obj)->n_participants = n_participants;
}

static void end(Thread* t, SyncObj* obj) {
    depart_all(obj);
}

static void reset_in_child(Thread* t, SyncObj* obj) {
    barrier_of(obj)->n_inside = 0;
}

void hp_barriers_init(void) {
    static const SyncKind kind = {.state_size = sizeof(Barrier),
                                  .is_in_memory = True,
                                  .value = n_participants,
                                  .begin = begin,
                                  .end = end,
                                  .reset_in_child = reset_in_child};
    hp_sync_set_kind(HP_PRIM_BARRIER, &kind);
}
