/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which signal or broadcast a condition variable's waiters are woken by.
 */
#include <errno.h>
#include <time.h>

#include "mark.h"

static const struct timespec long_ago = {1, 0}, not_soon = {4000000000, 0};
static const struct timespec invalid = {1, 1000000000};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond;
static int waiting, turn;

typedef int Wait(void);

static int plain_wait(void) {
    return pthread_cond_wait(&cond, &mutex);
}

static int timed_wait(void) {
    return pthread_cond_timedwait(&cond, &mutex, &not_soon);
}

static int clock_wait(void) {
    return pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &not_soon);
}

static void* wait_once(void* wait) {
    pthread_mutex_lock(&mutex);
    waiting++;
    const int my_turn = turn;
    while (turn == my_turn)
        MUST(((Wait*)wait)() == 0);
    waiting--;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

/* Until n threads sleep.  Looks without a lock, so as not to be recorded. */
static void until_waiting(int n) {
    while (*(volatile int*)&waiting != n)
        usleep(1000);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

int main(void) {
    pthread_t a, b;
    mark_address("cond", &cond);
    mark_address("mutex", &mutex);
    MUST(pthread_cond_init(&cond, NULL) == 0);

    a = start(wait_once, plain_wait);
    until_waiting(1);
    b = start(wait_once, timed_wait);
    until_waiting(2);
    turn++;
    MUST(pthread_cond_broadcast(&cond) == 0);
    join(a);
    join(b);
    HPCMP_MARK("broadcast");

    a = start(wait_once, clock_wait);
    until_waiting(1);
    turn++;
    MUST(pthread_cond_signal(&cond) == 0);
    join(a);
    HPCMP_MARK("signalled");

    /* Two signals, one waiter each. */
    a = start(wait_once, plain_wait);
    until_waiting(1);
    b = start(wait_once, plain_wait);
    until_waiting(2);
    turn++;
    MUST(pthread_cond_signal(&cond) == 0);
    MUST(pthread_cond_signal(&cond) == 0);
    join(a);
    join(b);
    HPCMP_MARK("signalled twice");

    /* Nobody waits for this one, and a wait that begins later takes it not. */
    MUST(pthread_cond_signal(&cond) == 0);
    pthread_mutex_lock(&mutex);
    MUST(pthread_cond_timedwait(&cond, &mutex, &long_ago) == ETIMEDOUT);
    MUST(pthread_cond_timedwait(&cond, &mutex, &invalid) == EINVAL);
    MUST(pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &long_ago) == ETIMEDOUT);
    MUST(pthread_cond_clockwait(&cond, &mutex, CLOCK_PROCESS_CPUTIME_ID, &long_ago) == EINVAL);
    pthread_mutex_unlock(&mutex);
    MUST(pthread_cond_destroy(&cond) == 0);
    return 0;
}
