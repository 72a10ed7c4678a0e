/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Destructors of thread-specific data, which run when the thread's function has
 * returned, and atexit handlers.
 */
#include "mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;

static void destroy(void* block) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    *(volatile char*)block = 1;
    free(block);
}

static void* body(void* unused) {
    void* block = malloc(123);
    pthread_setspecific(key, block);
    return unused;
}

static void at_exit(void) {
    destroy(malloc(321));
}

int main(void) {
    mark_address("mutex", &mutex);
    atexit(at_exit);
    pthread_key_create(&key, destroy);
    in_a_thread(body, NULL);
    return 0;
}
