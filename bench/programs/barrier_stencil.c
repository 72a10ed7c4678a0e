/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Four threads smooth one row of cells, a barrier after each round.
 *
 *    barrier_stencil [ROUNDS [CELLS]]
 */
#include "bench.h"

#include <pthread.h>

enum { THREADS = 4 };

/* All threads share this.  A round reads one row and writes the other. */
typedef struct {
    uint64_t rounds, cells;
    double* rows[2];
    pthread_barrier_t round_is_over;
} Field;

/* A thread's part of the row, border cells excluded. */
typedef struct {
    Field* field;
    uint64_t first, last;
} Part;

static void smooth(const double* from, double* to, uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++)
        to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

static void* work(void* argument) {
    const Part* part = argument;
    Field* field = part->field;
    for (uint64_t round = 0; round < field->rounds; round++) {
        smooth(field->rows[round % 2], field->rows[(round + 1) % 2], part->first, part->last);
        pthread_barrier_wait(&field->round_is_over);
    }
    return NULL;
}

static double* new_row(uint64_t cells) {
    double* row = malloc(cells * sizeof *row);
    bench_need(row != NULL, "no memory");
    for (uint64_t i = 0; i < cells; i++)
        row[i] = (double)(i % 17);
    return row;
}

int main(int argc, char** argv) {
    Field field = {.rounds = bench_argument(argc, argv, 1, 10000),
                   .cells = bench_argument(argc, argv, 2, 14000)};
    for (int i = 0; i < 2; i++)
        field.rows[i] = new_row(field.cells);
    pthread_barrier_init(&field.round_is_over, NULL, THREADS);

    pthread_t threads[THREADS];
    Part parts[THREADS];
    const uint64_t inner = field.cells - 2;
    for (uint64_t i = 0; i < THREADS; i++) {
        parts[i] = (Part){&field, 1 + inner * i / THREADS, 1 + inner * (i + 1) / THREADS};
        bench_need(pthread_create(&threads[i], NULL, work, &parts[i]) == 0, "no thread");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    double sum = 0;
    for (uint64_t i = 0; i < field.cells; i++)
        sum += field.rows[field.rounds % 2][i] * (double)(i % 5);
    printf("sum %.9g\n", sum);
    pthread_barrier_destroy(&field.round_is_over);
    for (int i = 0; i < 2; i++)
        free(field.rows[i]);
    return 0;
}
