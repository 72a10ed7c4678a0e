/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Barriers: arriving in round g publishes g, departing takes g.  The round ends
 * with its last arrival, so that a thread that runs on into the next round
 * cannot be mistaken for a part of this one.
 */

#include "hp_sync.h"

void hp_barrier_arrive(Thread* t, Addr a)
{
   SyncObj* obj = hp_sync_object(t, HP_PRIM_BARRIER, a, NULL);
   BarrierState* barrier = &obj->barrier;
   t->barrier = a;
   t->barrier_round = barrier->round;
   if (barrier->n_participants == 0) {
      hp_sync_release_plain(t, obj);
      return;
   }
   if (++barrier->n_arrived == barrier->n_participants) {
      barrier->round++;
      barrier->n_arrived = 0;
   }
   hp_sync_release(t, obj, t->barrier_round, NULL);
}

void hp_barrier_depart(Thread* t, Addr a)
{
   SyncObj* obj = hp_sync_object(t, HP_PRIM_BARRIER, a, NULL);
   if (obj->barrier.n_participants == 0 || t->barrier != a)
      hp_sync_acquire_plain(t, obj);
   else
      hp_sync_acquire(t, obj, t->barrier_round, NULL);
   t->barrier = 0;
}
