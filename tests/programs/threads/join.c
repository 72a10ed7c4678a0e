/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every way to join, every way to fail to.
 */
#include <errno.h>
#include <semaphore.h>
#include <time.h>

#include "asleep.h"

static const struct timespec long_ago = {1, 0}, not_soon = {4000000000, 0};
static sem_t go;

static void* body(void* result) {
    sem_wait(&go);
    return result;
}

int main(void) {
    void* result;
    pthread_t thread;
    int number = 0;
    sem_init(&go, 0, 0);

    thread = start(body, &number);
    MUST(pthread_tryjoin_np(thread, &result) == EBUSY);
    MUST(pthread_timedjoin_np(thread, &result, &long_ago) == ETIMEDOUT);
    MUST(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &long_ago) == ETIMEDOUT);
    MUST(pthread_join(pthread_self(), &result) == EDEADLK);
    sem_post(&go);
    MUST(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &not_soon) == 0);
    MUST(result == &number);

    thread = start(body, &number);
    sem_post(&go);
    MUST(pthread_timedjoin_np(thread, &result, &not_soon) == 0);

    thread = start(body, NULL);
    sem_post(&go);
    while (pthread_tryjoin_np(thread, &result) == EBUSY)
        usleep(1000);
    MUST(result == NULL);

    thread = start(body, NULL);
    MUST(pthread_detach(thread) == 0);
    MUST(pthread_join(thread, NULL) == EINVAL);
    HPCMP_MARK("detached");
    sem_post(&go);
    wait_until_alone();
    return 0;
}
