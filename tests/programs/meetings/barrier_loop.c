/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Equal threads meet at a barrier again and again.
 *    barrier_loop THREADS ROUNDS
 */
#include "mark.h"

static pthread_barrier_t barrier;
static int rounds;

static void* body(void* unused) {
    for (int i = 0; i < rounds; i++) {
        work(5000);
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

int main(int argc, char** argv) {
    pthread_t threads[64];
    MUST(argc == 3);
    const int n = atoi(argv[1]);
    rounds = atoi(argv[2]);
    mark_address("barrier", &barrier);
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
    for (int i = 0; i < n; i++)
        threads[i] = start(body, NULL);
    for (int i = 0; i < n; i++)
        join(threads[i]);
    MUST(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
