/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads cancelled in a wait, and one that a signal handler ends there.
 */
#include <semaphore.h>
#include <signal.h>

#include "asleep.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static volatile int waiting;

static void unlock(void* unused) {
    (void)unused;
    MUST(pthread_mutex_unlock(&mutex) == 0);
}

static void* in_cond_wait(void* unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, NULL);
    waiting = 1;
    for (;;)
        pthread_cond_wait(&cond, &mutex);
    pthread_cleanup_pop(0);
    return unused;
}

static void* in_sem_wait(void* unused) {
    waiting = 1;
    sem_wait(&sem);
    return unused;
}

static void* in_join(void* thread) {
    waiting = 1;
    pthread_join(*(pthread_t*)thread, NULL);
    return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int n_initialised;

/* The first time it is cancelled; then it has to run again. */
static void initialise(void) {
    if (++n_initialised > 1)
        return;
    waiting = 1;
    for (;;)
        pause();
}

static void* in_initialiser(void* unused) {
    MUST(pthread_once(&once, initialise) == 0);
    return unused;
}

static int fds[2];

static void* in_read(void* unused) {
    char byte;
    waiting = 1;
    MUST(read(fds[0], &byte, 1) == 1);
    return unused;
}

static void leave(int signal) {
    (void)signal;
    pthread_exit(PTHREAD_CANCELED);
}

static pthread_t start_waiting(void* (*body)(void*), void* argument) {
    waiting = 0;
    pthread_t thread = start(body, argument);
    while (!waiting)
        usleep(1000);
    wait_until_others_sleep();
    return thread;
}

static void join_cancelled(pthread_t thread) {
    void* result;
    MUST(pthread_join(thread, &result) == 0);
    MUST(result == PTHREAD_CANCELED);
}

int main(void) {
    pthread_t thread, other;
    mark_address("mutex", &mutex);
    mark_address("cond", &cond);
    mark_address("sem", &sem);
    mark_address("once", &once);
    sem_init(&sem, 0, 0);
    signal(SIGUSR1, leave);

    thread = start_waiting(in_cond_wait, NULL);
    pthread_cancel(thread);
    join_cancelled(thread);
    MUST(pthread_mutex_trylock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    HPCMP_MARK("cancelled in cond_wait");

    thread = start_waiting(in_cond_wait, NULL);
    pthread_kill(thread, SIGUSR1);
    join_cancelled(thread);
    HPCMP_MARK("left cond_wait");

    thread = start_waiting(in_sem_wait, NULL);
    pthread_cancel(thread);
    join_cancelled(thread);

    other = start_waiting(in_sem_wait, NULL);
    thread = start_waiting(in_join, &other);
    pthread_cancel(thread);
    join_cancelled(thread);
    HPCMP_MARK("cancelled in join");
    sem_post(&sem);
    join(other);

    thread = start_waiting(in_initialiser, NULL);
    pthread_cancel(thread);
    join_cancelled(thread);
    in_a_thread(in_initialiser, NULL);
    MUST(pthread_once(&once, initialise) == 0 && n_initialised == 2);

    MUST(pipe(fds) == 0);
    thread = start_waiting(in_read, NULL);
    pthread_cancel(thread);
    join_cancelled(thread);
    HPCMP_MARK("cancelled in read");
    other = start_waiting(in_read, NULL);
    MUST(write(fds[1], "x", 1) == 1);
    join(other);
    return 0;
}
