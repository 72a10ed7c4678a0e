/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Semaphores: the n-th post publishes token n. All tokens are alike. So with an initial count of i,
 * the k-th completed wait needs only token k - i. A token that another process has posted counts as
 * if it had been there from the beginning. Example: a semaphore begins with 2 tokens. The first two
 * waits need no post, and the third one takes token 1, which the first post has published.
 */

#include "hpcmp/sync/semaphores.h"

#include "hpcmp/threads/waiting.h"

/* The k-th completed wait takes token k - initial. */
typedef struct {
    ULong initial;
    ULong n_posts;
    ULong n_waits;
    UInt n_opens; /* sem_open without sem_close */
} Sem;

static Sem* sem_of(SyncObj* obj) {
    return (Sem*)obj->state;
}

static void begin(SyncObj* obj, ULong value) {
    sem_of(obj)->initial = value;
}

static ULong value(const SyncObj* obj) {
    const Sem* sem = (const Sem*)obj->state;
    return sem->initial + sem->n_posts - sem->n_waits;
}

/* An object that no call has initialised for us, of another process say, begins
   with the value that it has now. */
void hp_sem_find_or_begin(Thread* t, HpReporter by, Addr a, ULong value) {
    hp_sync_object_with(t, by, HP_PRIM_SEM, a, value);
}

void hp_sem_open(Thread* t, Addr a, ULong value) {
    hp_sem_find_or_begin(t, HP_BY_LIBRARY, a, value);
    sem_of(hp_sync_find(a))->n_opens++;
}

void hp_sem_close(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_find_as(HP_PRIM_SEM, a);
    if (obj != NULL && --sem_of(obj)->n_opens == 0)
        hp_sync_end(t, obj);
}

void hp_sem_post(Thread* t, HpReporter by, Addr a, ULong value) {
    hp_sem_find_or_begin(t, by, a, value);
    SyncObj* obj = hp_sync_find(a);
    hp_sync_release(t, obj, ++sem_of(obj)->n_posts, NULL);
}

void hp_sem_wait_begin(Thread* t, Addr a, ULong value) {
    hp_sem_find_or_begin(t, HP_BY_LIBRARY, a, value);
    if (value == 0)
        hp_waiting_begin_for(t, a);
}

void hp_sem_acquire(Thread* t, HpReporter by, Addr a) {
    SyncObj* obj = hp_sync_object(t, by, HP_PRIM_SEM, a, NULL);
    Sem* sem = sem_of(obj);
    Bool is_foreign = sem->n_waits == sem->initial + sem->n_posts;
    if (is_foreign)
        sem->initial++;
    sem->n_waits++;
    Bool is_posted = !is_foreign && sem->n_waits > sem->initial;
    hp_sync_acquire(t, obj, is_posted ? sem->n_waits - sem->initial : 0, NULL);
    hp_waiting_end(t);
}

/* Tokens that were there for the parent count for the child as if they had been there from the
   beginning. */
static void reset_in_child(Thread* t, SyncObj* obj) {
    Sem* sem = sem_of(obj);
    sem->initial += sem->n_posts - sem->n_waits;
    sem->n_posts = sem->n_waits = 0;
}

void hp_semaphores_init(void) {
    static const SyncKind kind = {.state_size = sizeof(Sem),
                                  .is_in_memory = True,
                                  .value = value,
                                  .begin = begin,
                                  .reset_in_child = reset_in_child};
    hp_sync_set_kind(HP_PRIM_SEM, &kind);
}
