/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A pool of workers multiplies two square matrices block by block.  The main
 * thread cuts the product into blocks and hands them out through a ring buffer;
 * two semaphores count its free and its filled slots.
 *
 *    matrix_pool [SIZE [BLOCK [WORKERS]]]
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* One block of the product: rows and columns from here on. */
typedef struct {
    int row, column;
} Task;

enum { SLOTS = 4 };

/* Tasks between the main thread, which puts, and the workers, which take. */
typedef struct {
    Task* slots[SLOTS];
    unsigned put_at, take_at;
    sem_t free_slots, filled_slots;
    pthread_mutex_t taking;
} Ring;

/* All threads share this; result is written by blocks that do not overlap. */
typedef struct {
    int size, block;
    const uint32_t *left, *right;
    uint32_t* result;
    Ring ring;
} Job;

static void* allocate(size_t bytes) {
    void* memory = malloc(bytes);
    if (memory == NULL) {
        perror("matrix_pool");
        exit(1);
    }
    return memory;
}

static void ring_init(Ring* ring) {
    ring->put_at = ring->take_at = 0;
    sem_init(&ring->free_slots, 0, SLOTS);
    sem_init(&ring->filled_slots, 0, 0);
    pthread_mutex_init(&ring->taking, NULL);
}

static void ring_destroy(Ring* ring) {
    sem_destroy(&ring->free_slots);
    sem_destroy(&ring->filled_slots);
    pthread_mutex_destroy(&ring->taking);
}

static void ring_put(Ring* ring, Task* task) {
    sem_wait(&ring->free_slots);
    ring->slots[ring->put_at++ % SLOTS] = task;
    sem_post(&ring->filled_slots);
}

static Task* ring_take(Ring* ring) {
    sem_wait(&ring->filled_slots);
    pthread_mutex_lock(&ring->taking);
    Task* task = ring->slots[ring->take_at++ % SLOTS];
    pthread_mutex_unlock(&ring->taking);
    sem_post(&ring->free_slots);
    return task;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static void multiply_block(const Job* job, const Task* task) {
    const int n = job->size;
    const int last_row = smaller(task->row + job->block, n);
    const int last_column = smaller(task->column + job->block, n);
    for (int i = task->row; i < last_row; i++)
        for (int j = task->column; j < last_column; j++) {
            uint32_t sum = 0;
            for (int k = 0; k < n; k++)
                sum += job->left[i * n + k] * job->right[k * n + j];
            job->result[i * n + j] = sum;
        }
}

/* Works until it takes the empty task. */
static void* worker(void* argument) {
    Job* job = argument;
    Task* task;
    while ((task = ring_take(&job->ring)) != NULL) {
        multiply_block(job, task);
        free(task);
    }
    return NULL;
}

static void hand_out(Job* job, int workers) {
    for (int row = 0; row < job->size; row += job->block)
        for (int column = 0; column < job->size; column += job->block) {
            Task* task = allocate(sizeof *task);
            task->row = row;
            task->column = column;
            ring_put(&job->ring, task);
        }
    for (int i = 0; i < workers; i++)
        ring_put(&job->ring, NULL);
}

static size_t matrix_bytes(int size) {
    return sizeof(uint32_t) * (size_t)size * (size_t)size;
}

static const uint32_t* some_matrix(int size, uint32_t seed) {
    uint32_t* matrix = allocate(matrix_bytes(size));
    for (int i = 0; i < size * size; i++)
        matrix[i] = (seed = seed * 1664525u + 1013904223u) >> 16;
    return matrix;
}

static uint32_t checksum(const uint32_t* matrix, int size) {
    uint32_t sum = 0;
    for (int i = 0; i < size * size; i++)
        sum = (sum ^ matrix[i]) * 16777619u;
    return sum;
}

static int argument(int argc, char** argv, int index, int otherwise) {
    const int value = index < argc ? atoi(argv[index]) : otherwise;
    if (value < 1 || value > 4096) {
        fprintf(stderr, "usage: matrix_pool [SIZE [BLOCK [WORKERS]]]\n");
        exit(2);
    }
    return value;
}

int main(int argc, char** argv) {
    Job* job = allocate(sizeof *job);
    job->size = argument(argc, argv, 1, 600);
    job->block = argument(argc, argv, 2, 150);
    const int workers = argument(argc, argv, 3, 4);
    job->left = some_matrix(job->size, 1);
    job->right = some_matrix(job->size, 2);
    job->result = allocate(matrix_bytes(job->size));
    ring_init(&job->ring);

    pthread_t* threads = allocate(sizeof *threads * (size_t)workers);
    for (int i = 0; i < workers; i++)
        if (pthread_create(&threads[i], NULL, worker, job) != 0) {
            fprintf(stderr, "matrix_pool: no more threads\n");
            exit(1);
        }
    hand_out(job, workers);
    for (int i = 0; i < workers; i++)
        pthread_join(threads[i], NULL);

    printf("%d x %d, blocks of %d, %d workers: checksum %08x\n", job->size, job->size, job->block,
           workers, checksum(job->result, job->size));

    ring_destroy(&job->ring);
    free(threads);
    free((void*)job->left);
    free((void*)job->right);
    free(job->result);
    free(job);
    return 0;
}
