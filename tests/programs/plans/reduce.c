/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Map and reduce: in each round, every worker makes a table, and they add the tables up in pairs.
 */
#include "memory.h"

/* bench/plans compiles this with other sizes, too. */
#ifndef WORKERS
#define WORKERS 4
#define ROUNDS 3
#endif
enum { TABLE = 8192 };
static unsigned char* table[WORKERS][ROUNDS];
static sem_t made[WORKERS][ROUNDS];

static void map(long worker, int round) {
    size_t size = (1 + (worker * 3 + round) % 5) * 6000;
    unsigned char* input = worked(size, 2);
    table[worker][round] = worked(TABLE, 1);
    free(input);
}

static void add(long worker, long other, int round) {
    sem_wait(&made[other][round]);
    work_on(table[worker][round], TABLE);
    free(table[other][round]);
}

static void* run_worker(void* number) {
    long worker = (long)number;
    for (int round = 0; round < ROUNDS; round++) {
        map(worker, round);
        long distance = 1;
        for (; distance < WORKERS && worker % (2 * distance) == 0; distance *= 2)
            add(worker, worker + distance, round);
        if (worker == 0)
            free(table[0][round]);
        else
            sem_post(&made[worker][round]);
    }
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    for (int worker = 0; worker < WORKERS; worker++)
        for (int round = 0; round < ROUNDS; round++)
            sem_init(&made[worker][round], 0, 0);
    for (long worker = 0; worker < WORKERS; worker++)
        workers[worker] = begin(run_worker, worker);
    for (int worker = 0; worker < WORKERS; worker++)
        end(workers[worker]);
    return 0;
}
