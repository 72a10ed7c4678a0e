// SPDX-License-Identifier: GPL-2.0-or-later
// Four equal threads.  Each of their 200 rounds is half outside the mutex and half inside it, or,
// with -DINSIDE=0, all outside.
#include <pthread.h>
#include <stddef.h>

#ifndef INSIDE
#define INSIDE 2000
#endif
enum { THREADS = 4, ROUNDS = 200, OUTSIDE = 4000 - INSIDE };

static pthread_mutex_t hot = PTHREAD_MUTEX_INITIALIZER;
static long done;

__attribute__((noinline)) static void work(int n) {
    for (volatile int i = 0; i < n; ++i)
        ;
}

static void* work_and_count(void* unused) {
    for (int i = 0; i < ROUNDS; ++i) {
        work(OUTSIDE);
        pthread_mutex_lock(&hot);
        work(INSIDE);
        ++done;
        pthread_mutex_unlock(&hot);
    }
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; ++i)
        pthread_create(&threads[i], NULL, work_and_count, NULL);
    for (int i = 0; i < THREADS; ++i)
        pthread_join(threads[i], NULL);
    return done == THREADS * ROUNDS ? 0 : 1;
}
