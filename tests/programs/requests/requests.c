/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program says itself with hpcmp.h.
 */
#include "mark.h"

static volatile int published, numbered;

static void* body(void* unused) {
    while (!published)
        usleep(1000);
    HPCMP_ACQUIRE(&published);
    HPCMP_MARK("acquired");
    while (numbered < 2)
        usleep(1000);
    HPCMP_ACQUIRE_SEQ(&numbered, 1);
    HPCMP_MARK("acquired the first");
    HPCMP_ACQUIRE_SEQ(&numbered, 2);
    HPCMP_MARK("acquired the second");
    HPCMP_ACQUIRE_SEQ(&numbered, 0);
    return unused;
}

static void paused(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    volatile char* block = malloc(100);
    mark_address("block", block);
    mark_address("mutex", &mutex);
    block[0] = 1;
    HPCMP_MARK("pauses");
    HPCMP_PAUSE;
    for (int i = 0; i < 50; i++)
        block[i] = 1;
    work(1000000);
    HPCMP_PAUSE;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    HPCMP_RESUME;
    volatile char* other = malloc(200);
    mark_address("other", other);
    other[0] = 1;
    HPCMP_RESUME;
    HPCMP_MARK("resumed");
    block[0] = 1;
    other[1] = 1;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    free((void*)block);
    free((void*)other);
}

int main(void) {
    static const char message[] = "\"quoted\"\\, a\ttab, \x01 and \xc3\xa9";
    mark_address("published", &published);
    mark_address("numbered", &numbered);
    pthread_t thread = start(body, NULL);
    HPCMP_MARK("before");
    HPCMP_PRIM_BEGIN("latch", &published);
    HPCMP_RELEASE(&published);
    published = 1;
    HPCMP_MARK("between");
    HPCMP_RELEASE_SEQ(&numbered, 1);
    numbered = 1;
    HPCMP_MARK("after the first");
    HPCMP_RELEASE_SEQ(&numbered, 2);
    numbered = 2;
    join(thread);
    HPCMP_PRIM_END(&published);
    HPCMP_MARK(message);
    paused();
    return 0;
}
