/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A statically linked program: nothing in it can be wrapped or replaced.
 */
#include <semaphore.h>

#include "mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t sem;
static int fds[2];
static int n_locked;

static void* body(void* unused) {
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&mutex);
        n_locked++;
        pthread_mutex_unlock(&mutex);
        pthread_barrier_wait(&barrier);
    }
    free(malloc(100));
    sem_wait(&sem);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    char byte = 0;
    MUST(pipe(fds) == 0);
    pthread_barrier_init(&barrier, NULL, 3);
    sem_init(&sem, 0, 0);
    for (int i = 0; i < 3; i++)
        threads[i] = start(body, NULL);
    for (int i = 0; i < 3; i++)
        sem_post(&sem);
    for (int i = 0; i < 3; i++)
        join(threads[i]);
    MUST(write(fds[1], &byte, 1) == 1 && read(fds[0], &byte, 1) == 1);
    printf("%d\n", n_locked);
    return 0;
}
