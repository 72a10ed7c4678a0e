/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first thread to leave a barrier destroys it and makes a new one at the
 * same address, while the others may still be on their way out.
 */
#include <errno.h>

#include "mark.h"

enum { THREADS = 3, ROUNDS = 50 };

static pthread_barrier_t gate, barrier;

static void* body(void* unused) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&gate);
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
            MUST(pthread_barrier_destroy(&barrier) == 0);
            MUST(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
        }
    }
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    mark_address("barrier", &barrier);
    pthread_barrier_init(&gate, NULL, THREADS);
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        threads[i] = start(body, NULL);
    for (int i = 0; i < THREADS; i++)
        join(threads[i]);
    MUST(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    return 0;
}
