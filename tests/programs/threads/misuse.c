/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What no program should do with the thread library, and what the C library
 * lets pass all the same.
 */
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>

#include "asleep.h"

static const struct timespec long_ago = {1, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static sigjmp_buf away;

static void* unlock(void* lock) {
    pthread_mutex_unlock(lock);
    return NULL;
}

static void* read_unlock(void* lock) {
    pthread_rwlock_unlock(lock);
    return NULL;
}

static void* post(void* unused) {
    wait_until_others_sleep();
    kill(getpid(), SIGUSR1);
    return unused;
}

static void jump(int signal) {
    (void)signal;
    siglongjmp(away, 1);
}

/* Leaves a wait by a jump out of a signal handler. */
static void jump_out_of_waits(void) {
    pthread_t thread;
    sigset_t others;
    signal(SIGUSR1, jump);
    sigemptyset(&others);
    sigaddset(&others, SIGUSR1);
    for (volatile int i = 0; i < 2; i++) {
        pthread_sigmask(SIG_BLOCK, &others, NULL);
        thread = start(post, NULL);
        pthread_sigmask(SIG_UNBLOCK, &others, NULL);
        if (sigsetjmp(away, 1) == 0) {
            pthread_mutex_lock(&mutex);
            if (i == 0)
                pthread_cond_wait(&cond, &mutex);
            pthread_mutex_unlock(&mutex);
            sem_wait(&sem);
        }
        join(thread);
    }
}

static void foreign_unlocks(void) {
    pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_lock(&normal);
    in_a_thread(unlock, &normal);
    pthread_mutex_lock(&normal);
    pthread_mutex_unlock(&normal);
    pthread_mutex_unlock(&normal);
    pthread_rwlock_wrlock(&rwlock);
    in_a_thread(read_unlock, &rwlock);
    pthread_rwlock_rdlock(&rwlock);
    in_a_thread(read_unlock, &rwlock);
    /* A wait that gives up a mutex which it does not hold. */
    pthread_mutex_init(&normal, NULL);
    pthread_cond_timedwait(&cond, &normal, &long_ago);
}

/* One address, now this, now that. */
static void change_of_kind(void) {
    union {
        pthread_mutex_t mutex;
        pthread_rwlock_t rwlock;
        pthread_cond_t cond;
        pthread_spinlock_t spin;
        pthread_barrier_t barrier;
        sem_t sem;
    } object;
    for (int i = 0; i < 2; i++) {
        memset(&object, 0, sizeof object);
        pthread_mutex_lock(&object.mutex);
        memset(&object, 0, sizeof object);
        pthread_rwlock_wrlock(&object.rwlock);
        memset(&object, 0, sizeof object);
        pthread_cond_signal(&object.cond);
        memset(&object, 0, sizeof object);
        pthread_spin_init(&object.spin, 0);
        pthread_spin_lock(&object.spin);
        pthread_barrier_init(&object.barrier, NULL, 1);
        pthread_barrier_wait(&object.barrier);
        sem_init(&object.sem, 0, 1);
        sem_wait(&object.sem);
        HPCMP_RELEASE(&object);
        HPCMP_ACQUIRE(&object);
    }
}

/* Sync objects in a heap block that goes away under them. */
static void in_freed_memory(void) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_t* heap_mutex = calloc(1, sizeof *heap_mutex);
        if (i == 0)
            mark_address("in heap", heap_mutex);
        pthread_mutex_lock(heap_mutex);
        pthread_mutex_unlock(heap_mutex);
        free(heap_mutex);
    }
    sem_t* heap_sem = calloc(1, sizeof *heap_sem);
    sem_init(heap_sem, 0, 1);
    heap_sem = realloc(heap_sem, 100000);
    sem_wait(heap_sem);
    free(heap_sem);
}

int main(void) {
    sem_init(&sem, 0, 0);
    foreign_unlocks();
    change_of_kind();
    in_freed_memory();
    jump_out_of_waits();
    puts("survived");
    return 0;
}
