/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Semaphores: the n-th post publishes token n.  Tokens are alike, so the k-th
 * completed wait needs no more than the (k - initial)-th of them.  One that another
 * process has posted counts as if it had been there from the beginning.
 */

#include "hpcmp/sync/objects.h"

/* An object that no call has initialised for us, of another process say, begins
   with the value that it has now. */
void hp_sem_seen(Thread* t, Addr a, ULong value) {
    Bool is_new;
    SyncObj* obj = hp_sync_object(t, HP_PRIM_SEM, a, &is_new);
    if (is_new)
        obj->sem.initial = value;
}

void hp_sem_opened(Thread* t, Addr a, ULong value) {
    hp_sem_seen(t, a, value);
    hp_sync_known(a)->sem.n_opens++;
}

void hp_sem_closed(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_known(a);
    if (obj != NULL && obj->prim == HP_PRIM_SEM && --obj->sem.n_opens == 0)
        hp_sync_end(t, obj);
}

void hp_sem_post(Thread* t, Addr a, ULong value) {
    hp_sem_seen(t, a, value);
    SyncObj* obj = hp_sync_known(a);
    hp_sync_release(t, obj, ++obj->sem.n_posts, NULL);
}

void hp_sem_wait_begin(Thread* t, Addr a, ULong value) {
    hp_sem_seen(t, a, value);
    if (value == 0)
        hp_waiting_begin(t);
}

void hp_sem_acquired(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_object(t, HP_PRIM_SEM, a, NULL);
    SemState* sem = &obj->sem;
    Bool is_foreign = sem->n_waits == sem->initial + sem->n_posts;
    if (is_foreign)
        sem->initial++;
    sem->n_waits++;
    Bool is_posted = !is_foreign && sem->n_waits > sem->initial;
    hp_sync_acquire(t, obj, is_posted ? sem->n_waits - sem->initial : 0, NULL);
    hp_waiting_end(t);
}
