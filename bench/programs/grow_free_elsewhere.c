/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does a free by another thread cost more, the more such blocks are in flight?
 * A fixed number of blocks goes from one thread, which allocates and touches them,
 * to another, which touches and frees them, COUNT at a time.
 *
 *    grow_free_elsewhere [COUNT]
 */
#include "bench.h"

#include <pthread.h>
#include <semaphore.h>

enum { BLOCKS = 1000000, BYTES = 64 };

typedef struct {
    uint64_t count, batches;
    char** blocks;
    sem_t filled, emptied;
} Hand;

static void* take(void* argument) {
    Hand* hand = argument;
    for (uint64_t batch = 0; batch < hand->batches; batch++) {
        sem_wait(&hand->filled);
        for (uint64_t i = 0; i < hand->count; i++) {
            hand->blocks[i][0]++;
            free(hand->blocks[i]);
        }
        sem_post(&hand->emptied);
    }
    return NULL;
}

static void give(Hand* hand, uint64_t batches) {
    for (uint64_t batch = 0; batch < batches; batch++) {
        for (uint64_t i = 0; i < hand->count; i++) {
            hand->blocks[i] = malloc(BYTES);
            bench_need(hand->blocks[i] != NULL, "no memory");
            hand->blocks[i][0] = 1;
        }
        sem_post(&hand->filled);
        sem_wait(&hand->emptied);
    }
}

int main(int argc, char** argv) {
    Hand hand = {.count = bench_argument(argc, argv, 1, 100)};
    const uint64_t batches = BLOCKS / hand.count, warm_up = 1 + BENCH_WARM_UP / hand.count;
    hand.batches = warm_up + batches;
    hand.blocks = calloc(hand.count, sizeof *hand.blocks);
    bench_need(hand.blocks != NULL, "no memory");
    sem_init(&hand.filled, 0, 0);
    sem_init(&hand.emptied, 0, 0);
    pthread_t taker;
    bench_need(pthread_create(&taker, NULL, take, &hand) == 0, "no thread");

    give(&hand, warm_up);
    const double start = bench_cpu_seconds();
    give(&hand, batches);
    bench_figure_cost(start, batches * hand.count);
    pthread_join(taker, NULL);
    free(hand.blocks);
    return 0;
}
