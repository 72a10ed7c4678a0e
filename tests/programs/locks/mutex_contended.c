/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that fight for a mutex and for a spin lock.
 */
#include "mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static int counter;

static void* body(void* unused) {
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&mutex);
        work(50);
        counter++;
        pthread_mutex_unlock(&mutex);
        pthread_spin_lock(&spin);
        counter++;
        pthread_spin_unlock(&spin);
    }
    return unused;
}

int main(void) {
    pthread_t threads[4];
    mark_address("mutex", &mutex);
    mark_address("spin", &spin);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 4; i++)
        threads[i] = start(body, NULL);
    for (int i = 0; i < 4; i++)
        join(threads[i]);
    return 0;
}
