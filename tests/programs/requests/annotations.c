/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Synchronisation made of atomics, as a program says it to Helgrind.
 */
#include <stdatomic.h>
#include <valgrind/helgrind.h>

#include "mark.h"

enum { N_THREADS = 4, N_ROUNDS = 20, WORK = 50000 };

static atomic_int ready, tokens, lock, n_readers, n_arrived, round;
static struct { pthread_mutex_t mutex; } annotated = {PTHREAD_MUTEX_INITIALIZER};
static long rwlock;

static void until(atomic_int* variable, int value) {
    while (atomic_load(variable) < value)
        usleep(1000);
}

static void* receive(void* unused) {
    until(&ready, 1);
    ANNOTATE_HAPPENS_AFTER(&annotated);
    HPCMP_MARK("received");
    pthread_mutex_lock(&annotated.mutex);
    pthread_mutex_unlock(&annotated.mutex);
    return unused;
}

/* At the address of a mutex that is in use. */
static void send(void) {
    pthread_mutex_lock(&annotated.mutex);
    pthread_mutex_unlock(&annotated.mutex);
    pthread_t thread = start(receive, NULL);
    HPCMP_MARK("sends");
    ANNOTATE_HAPPENS_BEFORE(&annotated);
    atomic_store(&ready, 1);
    join(thread);
    ANNOTATE_HAPPENS_BEFORE_FORGET_ALL(&annotated);
}

static void own_lock(void) {
    int unlocked = 0;
    VALGRIND_HG_MUTEX_LOCK_PRE(&lock, 0);
    while (!atomic_compare_exchange_strong(&lock, &unlocked, 1))
        unlocked = 0;
    VALGRIND_HG_MUTEX_LOCK_POST(&lock);
    VALGRIND_HG_MUTEX_UNLOCK_PRE(&lock);
    atomic_store(&lock, 0);
    VALGRIND_HG_MUTEX_UNLOCK_POST(&lock);
}

/* Threads wait for each other only here. */
static void own_barrier(int next) {
    VALGRIND_HG_BARRIER_WAIT_PRE(&n_arrived);
    if (atomic_fetch_add(&n_arrived, 1) == N_THREADS - 1) {
        atomic_store(&n_arrived, 0);
        atomic_store(&round, next);
    }
    until(&round, next);
}

static void* body(void* unused) {
    for (int i = 1; i <= N_ROUNDS; i++) {
        work(WORK);
        own_barrier(i);
    }
    return unused;
}

static void in_rounds(void) {
    pthread_t threads[N_THREADS];
    VALGRIND_HG_BARRIER_INIT_PRE(&n_arrived, N_THREADS, 0);
    for (int i = 0; i < N_THREADS; i++)
        threads[i] = start(body, NULL);
    for (int i = 0; i < N_THREADS; i++)
        join(threads[i]);
    VALGRIND_HG_BARRIER_DESTROY_PRE(&n_arrived);
}

int main(void) {
    mark_address("annotated", &annotated);
    mark_address("tag", (char*)&annotated + 1);
    mark_address("lock", &lock);
    mark_address("rwlock", &rwlock);
    mark_address("tokens", &tokens);
    mark_address("barrier", &n_arrived);
    send();
    VALGRIND_HG_MUTEX_INIT_POST(&lock, 0);
    own_lock();
    own_lock();
    VALGRIND_HG_MUTEX_DESTROY_PRE(&lock);
    ANNOTATE_RWLOCK_CREATE(&rwlock);
    ANNOTATE_RWLOCK_ACQUIRED(&rwlock, 1);
    ANNOTATE_RWLOCK_RELEASED(&rwlock, 1);
    ANNOTATE_RWLOCK_ACQUIRED(&rwlock, 0);
    ANNOTATE_RWLOCK_RELEASED(&rwlock, 0);
    ANNOTATE_RWLOCK_DESTROY(&rwlock);
    VALGRIND_HG_SEM_INIT_POST(&tokens, 1);
    VALGRIND_HG_SEM_WAIT_POST(&tokens);
    VALGRIND_HG_SEM_POST_PRE(&tokens);
    VALGRIND_HG_SEM_WAIT_POST(&tokens);
    VALGRIND_HG_SEM_DESTROY_PRE(&tokens);
    in_rounds();
    /* These say nothing about order. */
    VALGRIND_HG_CLEAN_MEMORY(&tokens, sizeof tokens);
    VALGRIND_HG_DISABLE_CHECKING(&tokens, sizeof tokens);
    MUST(VALGRIND_HG_GET_ABITS(&tokens, &n_readers, 1) == -1);
    return 0;
}
