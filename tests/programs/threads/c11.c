/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * C11's threads, which call the pthread functions: nothing is recorded twice.
 */
#include <threads.h>
#include <time.h>

#include "asleep.h"

static const struct timespec long_ago = {1, 0};
static mtx_t mutex;
static cnd_t cond;
static int ready;

static int body(void* unused) {
    (void)unused;
    MUST(mtx_trylock(&mutex) == thrd_busy);
    MUST(mtx_timedlock(&mutex, &long_ago) == thrd_timedout);
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&cond);
    mtx_unlock(&mutex);
    return 7;
}

int main(void) {
    thrd_t thread;
    int result = 0;
    mark_address("mutex", &mutex);
    mark_address("cond", &cond);
    MUST(mtx_init(&mutex, mtx_timed) == thrd_success);
    MUST(cnd_init(&cond) == thrd_success);
    mtx_lock(&mutex);
    MUST(thrd_create(&thread, body, NULL) == thrd_success);
    wait_until_others_sleep();
    while (!ready)
        cnd_wait(&cond, &mutex);
    MUST(cnd_timedwait(&cond, &mutex, &long_ago) == thrd_timedout);
    mtx_unlock(&mutex);
    MUST(thrd_join(thread, &result) == thrd_success && result == 7);
    cnd_broadcast(&cond);
    cnd_destroy(&cond);
    mtx_destroy(&mutex);
    return 0;
}
