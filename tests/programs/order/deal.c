/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * deal KIND WORKERS ITEMS [UNIT]: workers take items as they are free, from a counter that this
 * kind of primitive protects.
 */
#include <linux/futex.h>
#include <semaphore.h>
#include <sys/syscall.h>

#include "rounds.h"

static int next_item;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t is_free = PTHREAD_COND_INITIALIZER;
static int is_taken;
static sem_t sem;

static int by_mutex(void) {
    pthread_mutex_lock(&mutex);
    const int item = next_item++;
    pthread_mutex_unlock(&mutex);
    return item;
}

/* Locks if it can, as often as it takes. */
static int by_trylock(void) {
    while (pthread_mutex_trylock(&mutex) != 0)
        ;
    const int item = next_item++;
    pthread_mutex_unlock(&mutex);
    return item;
}

static int by_spin(void) {
    pthread_spin_lock(&spin);
    const int item = next_item++;
    pthread_spin_unlock(&spin);
    return item;
}

static int by_sem(void) {
    sem_wait(&sem);
    const int item = next_item++;
    sem_post(&sem);
    return item;
}

/* A lock made of a condition variable. */
static int by_cond(void) {
    pthread_mutex_lock(&mutex);
    while (is_taken)
        pthread_cond_wait(&is_free, &mutex);
    is_taken = 1;
    pthread_mutex_unlock(&mutex);
    const int item = next_item++;
    pthread_mutex_lock(&mutex);
    is_taken = 0;
    pthread_cond_signal(&is_free);
    pthread_mutex_unlock(&mutex);
    return item;
}

/* Looks first whether there is any left. */
static int by_rwlock(void) {
    pthread_rwlock_rdlock(&rwlock);
    int item = next_item;
    pthread_rwlock_unlock(&rwlock);
    if (item >= n_rounds)
        return item;
    pthread_rwlock_wrlock(&rwlock);
    item = next_item++;
    pthread_rwlock_unlock(&rwlock);
    return item;
}

static int by_atomic(void) {
    return __atomic_fetch_add(&next_item, 1, __ATOMIC_SEQ_CST);
}

static int by_exchange(void) {
    int item = __atomic_load_n(&next_item, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(&next_item, &item, item + 1, 0, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
        ;
    return item;
}

/* A lock of one's own: 2 is taken and perhaps waited for. */
static int by_futex(void) {
    static int lock;
    int state = 0;
    if (!__atomic_compare_exchange_n(&lock, &state, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        while (__atomic_exchange_n(&lock, 2, __ATOMIC_SEQ_CST) != 0)
            syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    const int item = next_item++;
    if (__atomic_exchange_n(&lock, 0, __ATOMIC_SEQ_CST) == 2)
        syscall(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return item;
}

/* Written into it by the first thread. */
static int ends[2];

static int by_pipe(void) {
    int item;
    return read(ends[0], &item, sizeof item) == sizeof item ? item : n_rounds;
}

static void fill_pipe(void) {
    MUST(pipe(ends) == 0);
    for (int item = 0; item < n_rounds; item++)
        MUST(write(ends[1], &item, sizeof item) == sizeof item);
    close(ends[1]);
}

static const struct {
    const char* name;
    int (*take)(void);
} kinds[] = {{"mutex", by_mutex},   {"trylock", by_trylock},   {"spin", by_spin},
             {"sem", by_sem},       {"cond", by_cond},         {"rwlock", by_rwlock},
             {"atomic", by_atomic}, {"exchange", by_exchange}, {"futex", by_futex},
             {"pipe", by_pipe}};

static int (*take)(void);

static void* body(void* argument) {
    for (int item; (item = take()) < n_rounds;) {
        n_done[number_of(argument)]++;
        do_item(item);
    }
    return NULL;
}

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, argv[1]) == 0)
            take = kinds[i].take;
    MUST(take != NULL);
    sem_init(&sem, 0, 1);
    pthread_spin_init(&spin, 0);
    if (take == by_pipe)
        fill_pipe();
    run_workers(body);
    print_done();
}
