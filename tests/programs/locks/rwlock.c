/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reader/writer lock's epochs.
 */
#include <errno.h>
#include <time.h>

#include "mark.h"

static const struct timespec long_ago = {1, 0}, not_soon = {4000000000, 0};
static pthread_rwlock_t lock;

static void* fail(void* unused) {
    MUST(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    MUST(pthread_rwlock_trywrlock(&lock) == EBUSY);
    MUST(pthread_rwlock_timedrdlock(&lock, &long_ago) == ETIMEDOUT);
    MUST(pthread_rwlock_timedwrlock(&lock, &long_ago) == ETIMEDOUT);
    MUST(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &long_ago) == ETIMEDOUT);
    MUST(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &long_ago) == ETIMEDOUT);
    return unused;
}

static void* read_along(void* unused) {
    MUST(pthread_rwlock_rdlock(&lock) == 0);
    HPCMP_MARK("reads along");
    MUST(pthread_rwlock_unlock(&lock) == 0);
    return unused;
}

int main(void) {
    static pthread_rwlock_t unseen = PTHREAD_RWLOCK_INITIALIZER;
    mark_address("lock", &lock);
    mark_address("unseen", &unseen);
    MUST(pthread_rwlock_init(&lock, NULL) == 0);
    MUST(pthread_rwlock_rdlock(&lock) == 0);
    MUST(pthread_rwlock_tryrdlock(&lock) == 0);
    MUST(pthread_rwlock_unlock(&lock) == 0);
    MUST(pthread_rwlock_unlock(&lock) == 0);

    MUST(pthread_rwlock_wrlock(&lock) == 0);
    MUST(pthread_rwlock_rdlock(&lock) == EDEADLK);
    in_a_thread(fail, NULL);
    MUST(pthread_rwlock_unlock(&lock) == 0);

    MUST(pthread_rwlock_timedrdlock(&lock, &not_soon) == 0);
    in_a_thread(read_along, NULL);
    MUST(pthread_rwlock_unlock(&lock) == 0);
    MUST(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &not_soon) == 0);
    MUST(pthread_rwlock_unlock(&lock) == 0);

    MUST(pthread_rwlock_trywrlock(&lock) == 0);
    MUST(pthread_rwlock_unlock(&lock) == 0);
    MUST(pthread_rwlock_timedwrlock(&lock, &not_soon) == 0);
    MUST(pthread_rwlock_unlock(&lock) == 0);
    MUST(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &not_soon) == 0);
    MUST(pthread_rwlock_unlock(&lock) == 0);
    MUST(pthread_rwlock_destroy(&lock) == 0);

    MUST(pthread_rwlock_wrlock(&unseen) == 0);
    MUST(pthread_rwlock_unlock(&unseen) == 0);
    return 0;
}
