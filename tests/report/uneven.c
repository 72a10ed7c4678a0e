/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that do 1, 2, 3 and 4 parts of a round each, and meet at a barrier; at the end some
 * blocks of known sizes are left.
 */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 10, PART = 100000 };

static pthread_barrier_t barrier;

static __attribute__((noinline)) void part(void) {
    for (volatile int i = 0; i < PART; i++)
        continue;
}

static void* worker(void* number) {
    for (int round = 0; round < ROUNDS; round++) {
        for (long i = 0; i < (long)number; i++)
            part();
        pthread_barrier_wait(&barrier);
    }
    return malloc(1000);
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void*)(i + 1));
    for (int i = 0; i < THREADS; i++) {
        void* block;
        pthread_join(threads[i], &block);
        if (i < 2)
            free(block);
    }
    return 0;
}
