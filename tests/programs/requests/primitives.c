/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One of each kind of primitive.
 */
#include <semaphore.h>

#include "mark.h"

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
    pthread_spinlock_t spin;
    pthread_barrier_t barrier;
    sem_t sem;
    int object;
    const struct timespec long_ago = {1, 0};
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, NULL, 1);
    sem_init(&sem, 0, 0);

    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&cond);
    pthread_cond_timedwait(&cond, &mutex, &long_ago);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_rdlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_barrier_wait(&barrier);
    sem_post(&sem);
    sem_wait(&sem);
    HPCMP_RELEASE(&object);
    HPCMP_ACQUIRE(&object);

    pthread_mutex_destroy(&mutex);
    pthread_rwlock_destroy(&rwlock);
    pthread_cond_destroy(&cond);
    pthread_spin_destroy(&spin);
    pthread_barrier_destroy(&barrier);
    sem_destroy(&sem);
    HPCMP_MARK("done");
    return 0;
}
