// SPDX-License-Identifier: GPL-2.0-or-later
//
// Four workers, ten rounds: each squeezes its items, counts them under a lock, and meets the others
// at a barrier.  A macro makes one thing worse, so that page-compare.test can look for it:
//
//   SQUEEZE=110     the function squeeze() does 10 % more work
//   HOLD=60         the lock is held for twice as long
//   KEEP            each round keeps a block that nobody frees
//   UNEVEN          the first worker has twice as many items
//   IN_TURN         each worker waits for the one before it, by semaphores
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#ifndef SQUEEZE
#define SQUEEZE 100
#endif
#ifndef HOLD
#define HOLD 30
#endif

enum { workers = 4, rounds = 10, items = 20, kept_bytes = 50000 };

static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t round_end;
static sem_t turns[workers];
static volatile unsigned long counted;
void* kept[workers][rounds];

__attribute__((noinline)) static unsigned long squeeze(unsigned long item) {
    volatile unsigned long sum = item;
    for (int i = 0; i < 20 * SQUEEZE; i++)
        sum = sum * 31 + 7;
    return sum;
}

__attribute__((noinline)) static void count(unsigned long item) {
    pthread_mutex_lock(&counter_lock);
    for (int i = 0; i < 20 * HOLD; i++)
        counted = counted + item % 3;
    pthread_mutex_unlock(&counter_lock);
}

__attribute__((noinline)) static void remember(long worker, int round) {
    void* const block = malloc(kept_bytes);
    kept[worker][round] = block;
#ifndef KEEP
    free(block);
#endif
}

static void work(long worker, int round) {
    int own_items = items;
#ifdef UNEVEN
    if (worker == 0)
        own_items = 2 * items;
#endif
    remember(worker, round);
    for (int i = 0; i < own_items; i++)
        count(squeeze((unsigned long)i));
}

static void* run(void* argument) {
    const long worker = (long)argument;
    for (int round = 0; round < rounds; round++) {
#ifdef IN_TURN
        sem_wait(&turns[worker]);
#endif
        work(worker, round);
#ifdef IN_TURN
        sem_post(&turns[worker + 1 < workers ? worker + 1 : 0]);
#endif
        pthread_barrier_wait(&round_end);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[workers];
    pthread_barrier_init(&round_end, NULL, workers);
    for (int i = 0; i < workers; i++)
        sem_init(&turns[i], 0, i == 0);
    for (long i = 0; i < workers; i++)
        pthread_create(&threads[i], NULL, run, (void*)i);
    for (int i = 0; i < workers; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
