/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every kind of mutex, every way to lock it, every way to fail.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "mark.h"

static const struct timespec long_ago = {1, 0}, not_soon = {4000000000, 0};

static void init(pthread_mutex_t* mutex, int type, int robust) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, type);
    pthread_mutexattr_setrobust(&attr, robust);
    MUST(pthread_mutex_init(mutex, &attr) == 0);
    pthread_mutexattr_destroy(&attr);
}

static void* fail_to_lock(void* mutex) {
    MUST(pthread_mutex_trylock(mutex) == EBUSY);
    MUST(pthread_mutex_timedlock(mutex, &long_ago) == ETIMEDOUT);
    MUST(pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &long_ago) == ETIMEDOUT);
    return NULL;
}

static void* fail_to_unlock(void* mutex) {
    MUST(pthread_mutex_unlock(mutex) == EPERM);
    return NULL;
}

static void* lock_and_die(void* mutex) {
    MUST(pthread_mutex_lock(mutex) == 0);
    return NULL;
}

static void normal(void) {
    static pthread_mutex_t mutex;
    mark_address("normal", &mutex);
    MUST(pthread_mutex_init(&mutex, NULL) == 0);
    MUST(pthread_mutex_lock(&mutex) == 0);
    in_a_thread(fail_to_lock, &mutex);
    MUST(pthread_mutex_destroy(&mutex) == EBUSY);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_trylock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_timedlock(&mutex, &not_soon) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &not_soon) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_destroy(&mutex) == 0);
    /* A new object at the same address. */
    MUST(pthread_mutex_init(&mutex, NULL) == 0);
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_destroy(&mutex) == 0);
}

static void never_initialised(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    mark_address("static", &mutex);
    for (int i = 0; i < 3; i++) {
        MUST(pthread_mutex_lock(&mutex) == 0);
        MUST(pthread_mutex_unlock(&mutex) == 0);
    }
}

static void recursive(void) {
    static pthread_mutex_t mutex;
    mark_address("recursive", &mutex);
    init(&mutex, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_trylock(&mutex) == 0);
    in_a_thread(fail_to_lock, &mutex);
    in_a_thread(fail_to_unlock, &mutex);
    for (int i = 0; i < 3; i++)
        MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == EPERM);
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
}

static void errorcheck(void) {
    static pthread_mutex_t mutex;
    mark_address("errorcheck", &mutex);
    init(&mutex, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
    MUST(pthread_mutex_unlock(&mutex) == EPERM);
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_lock(&mutex) == EDEADLK);
    in_a_thread(fail_to_unlock, &mutex);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == EPERM);
}

static void robust(void) {
    static pthread_mutex_t mutex;
    mark_address("robust", &mutex);
    init(&mutex, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
    in_a_thread(lock_and_die, &mutex);
    MUST(pthread_mutex_lock(&mutex) == EOWNERDEAD);
    MUST(pthread_mutex_consistent(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
}

static void* lock_twice_and_die(void* mutex) {
    MUST(pthread_mutex_lock(mutex) == 0);
    return lock_and_die(mutex);
}

/* Recursive, locked twice, and never made consistent. */
static void not_recovered(void) {
    static pthread_mutex_t mutex;
    mark_address("doubly robust", &mutex);
    init(&mutex, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ROBUST);
    in_a_thread(lock_twice_and_die, &mutex);
    MUST(pthread_mutex_lock(&mutex) == EOWNERDEAD);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
    MUST(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
}

static void stalled(void) {
    static pthread_mutex_t mutex;
    mark_address("stalled", &mutex);
    init(&mutex, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED);
    in_a_thread(lock_and_die, &mutex);
    MUST(pthread_mutex_trylock(&mutex) == EBUSY);
}

int main(void) {
    normal();
    never_initialised();
    recursive();
    errorcheck();
    robust();
    not_recovered();
    stalled();
    return 0;
}
