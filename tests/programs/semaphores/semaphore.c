/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which token a semaphore's wait takes.
 */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "mark.h"

static const struct timespec long_ago = {1, 0}, not_soon = {4000000000, 0};

/* Two waits need no post; then each takes the next. */
static void tokens(void) {
    static sem_t sem;
    mark_address("tokens", &sem);
    MUST(sem_init(&sem, 0, 2) == 0);
    MUST(sem_wait(&sem) == 0);
    MUST(sem_trywait(&sem) == 0);
    MUST(sem_trywait(&sem) == -1 && errno == EAGAIN);
    MUST(sem_timedwait(&sem, &long_ago) == -1 && errno == ETIMEDOUT);
    MUST(sem_post(&sem) == 0);
    MUST(sem_post(&sem) == 0);
    MUST(sem_timedwait(&sem, &not_soon) == 0);
    MUST(sem_clockwait(&sem, CLOCK_MONOTONIC, &not_soon) == 0);
    MUST(sem_clockwait(&sem, CLOCK_MONOTONIC, &long_ago) == -1);
    MUST(sem_post(&sem) == 0);
    MUST(sem_wait(&sem) == 0);
    MUST(sem_destroy(&sem) == 0);
    MUST(sem_init(&sem, 0, 0) == 0);
    MUST(sem_post(&sem) == 0);
    MUST(sem_wait(&sem) == 0);
}

static void overflow(void) {
    static sem_t sem;
    mark_address("overflow", &sem);
    MUST(sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1u) == -1);
    MUST(sem_init(&sem, 0, SEM_VALUE_MAX) == 0);
    MUST(sem_post(&sem) == -1 && errno == EOVERFLOW);
    MUST(sem_wait(&sem) == 0);
    MUST(sem_post(&sem) == 0);
    MUST(sem_post(&sem) == -1 && errno == EOVERFLOW);
}

/* Never initialised by a call that the tool could see. */
static void unseen(void) {
    static union {
        sem_t sem;
        unsigned long value;
    } object;
    object.value = 2;
    mark_address("unseen", &object);
    MUST(sem_wait(&object.sem) == 0);
    MUST(sem_wait(&object.sem) == 0);
    MUST(sem_post(&object.sem) == 0);
    MUST(sem_wait(&object.sem) == 0);
}

static sem_t ping, pong;

static void* answer(void* unused) {
    for (int i = 0; i < 20; i++) {
        sem_wait(&ping);
        if (i == 0)
            HPCMP_MARK("asked");
        sem_post(&pong);
    }
    return unused;
}

static void ping_pong(void) {
    mark_address("ping", &ping);
    mark_address("pong", &pong);
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_t thread = start(answer, NULL);
    HPCMP_MARK("asks");
    for (int i = 0; i < 20; i++) {
        sem_post(&ping);
        sem_wait(&pong);
    }
    HPCMP_MARK("answered");
    join(thread);
}

int main(void) {
    tokens();
    overflow();
    unseen();
    ping_pong();
    return 0;
}
