/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does anything cost more, the more threads there are?  COUNT threads live at
 * once; a fixed number of rounds is shared out among them.  A round locks a
 * mutex and uses a block of all threads and one of the thread's own.  The threads
 * have their turns one after the other, so that what is measured is the tool and
 * not how they fight for the mutex.
 *
 *    grow_threads [COUNT]
 */
#include "bench.h"

#include <pthread.h>
#include <semaphore.h>

enum { ROUNDS = 100000, BYTES = 64, STACK = 256 * 1024 };

static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile char* g_shared;
static uint64_t g_rounds_each;
static sem_t g_turn_is_over;

typedef struct {
    pthread_t id;
    sem_t turn;
} Worker;

static void use(volatile char* own, uint64_t rounds) {
    for (uint64_t i = 0; i < rounds; i++) {
        pthread_mutex_lock(&g_mutex);
        g_shared[0]++;
        own[0]++;
        pthread_mutex_unlock(&g_mutex);
    }
}

static void* work(void* argument) {
    Worker* self = argument;
    volatile char* own = calloc(1, BYTES);
    bench_need(own != NULL, "no memory");
    use(own, BENCH_WARM_UP / 100);
    sem_post(&g_turn_is_over); /* I live */
    sem_wait(&self->turn);
    use(own, g_rounds_each);
    sem_post(&g_turn_is_over);
    free((void*)own);
    return NULL;
}

static void start(Worker* worker) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    sem_init(&worker->turn, 0, 0);
    bench_need(pthread_create(&worker->id, &attributes, work, worker) == 0, "no thread");
    pthread_attr_destroy(&attributes);
    sem_wait(&g_turn_is_over);
}

int main(int argc, char** argv) {
    const uint64_t count = bench_argument(argc, argv, 1, 1);
    Worker* workers = calloc(count, sizeof *workers);
    g_shared = calloc(1, BYTES);
    bench_need(workers && g_shared, "no memory");
    g_rounds_each = ROUNDS / count;
    sem_init(&g_turn_is_over, 0, 0);
    for (uint64_t i = 0; i < count; i++)
        start(&workers[i]);

    const double begin = bench_cpu_seconds();
    for (uint64_t i = 0; i < count; i++) {
        sem_post(&workers[i].turn);
        sem_wait(&g_turn_is_over);
    }
    bench_figure_cost(begin, g_rounds_each * count);

    for (uint64_t i = 0; i < count; i++)
        pthread_join(workers[i].id, NULL);
    free((void*)g_shared);
    free(workers);
    return 0;
}
