/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every wrapped function fails as it does natively: the same result, and errno as
 * it was or as the function sets it.  Nothing of this is an event.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <threads.h>
#include <time.h>

#include "asleep.h"

static const struct timespec long_ago = {1, 0}, no_time = {0, 1000000000};
static pthread_mutex_t held, errorcheck, not_held, recursive;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t empty, full;
static mtx_t mtx;
static pthread_t waiter, detached;

#define FAILS(call)                                                                                \
    do {                                                                                           \
        errno = 4711;                                                                              \
        const long result = (long)(call);                                                          \
        printf("%s: %ld, errno %d\n", #call, result, errno);                                       \
    } while (0)

static void init(pthread_mutex_t* mutex, int type) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, type);
    MUST(pthread_mutex_init(mutex, &attr) == 0);
}

static void* wait_for_token(void* unused) {
    sem_wait(&empty);
    return unused;
}

static void prepare(void) {
    init(&held, PTHREAD_MUTEX_NORMAL);
    init(&errorcheck, PTHREAD_MUTEX_ERRORCHECK);
    init(&not_held, PTHREAD_MUTEX_ERRORCHECK);
    init(&recursive, PTHREAD_MUTEX_RECURSIVE);
    MUST(pthread_mutex_lock(&held) == 0 && pthread_mutex_lock(&errorcheck) == 0);
    MUST(pthread_rwlock_wrlock(&rwlock) == 0);
    MUST(pthread_spin_init(&spin, 0) == 0 && pthread_spin_lock(&spin) == 0);
    MUST(sem_init(&empty, 0, 0) == 0 && sem_init(&full, 0, SEM_VALUE_MAX) == 0);
    MUST(mtx_init(&mtx, mtx_timed) == thrd_success && mtx_lock(&mtx) == thrd_success);
    waiter = start(wait_for_token, NULL);
    detached = start(wait_for_token, NULL);
    MUST(pthread_detach(detached) == 0);
    wait_until_others_sleep();
}

static void mutexes(void) {
    FAILS(pthread_mutex_trylock(&held));
    FAILS(pthread_mutex_timedlock(&held, &long_ago));
    FAILS(pthread_mutex_timedlock(&held, &no_time));
    FAILS(pthread_mutex_clocklock(&held, CLOCK_MONOTONIC, &long_ago));
    FAILS(pthread_mutex_clocklock(&held, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
    FAILS(pthread_mutex_destroy(&held));
    FAILS(pthread_mutex_lock(&errorcheck));
    FAILS(pthread_mutex_trylock(&errorcheck));
    FAILS(pthread_mutex_unlock(&not_held));
    FAILS(pthread_mutex_unlock(&recursive));
    FAILS(mtx_trylock(&mtx));
    FAILS(mtx_timedlock(&mtx, &long_ago));
}

static void conditions(void) {
    FAILS(pthread_cond_wait(&cond, &not_held));
    FAILS(pthread_cond_timedwait(&cond, &held, &no_time));
    FAILS(pthread_cond_clockwait(&cond, &held, CLOCK_REALTIME, &no_time));
    FAILS(pthread_cond_clockwait(&cond, &held, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
}

static void other_locks(void) {
    FAILS(pthread_rwlock_tryrdlock(&rwlock));
    FAILS(pthread_rwlock_trywrlock(&rwlock));
    FAILS(pthread_rwlock_rdlock(&rwlock));
    FAILS(pthread_rwlock_wrlock(&rwlock));
    FAILS(pthread_rwlock_timedrdlock(&rwlock, &no_time));
    FAILS(pthread_rwlock_timedwrlock(&rwlock, &no_time));
    FAILS(pthread_rwlock_clockrdlock(&rwlock, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
    FAILS(pthread_rwlock_clockwrlock(&rwlock, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
    FAILS(pthread_spin_trylock(&spin));
    pthread_barrier_t barrier;
    FAILS(pthread_barrier_init(&barrier, NULL, 0));
}

static void handle(int signal) {
    (void)signal;
}

static void semaphores(void) {
    const struct sigaction interrupt = {.sa_handler = handle};
    sem_t sem;
    FAILS(sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1));
    FAILS(sem_trywait(&empty));
    FAILS(sem_timedwait(&empty, &long_ago));
    FAILS(sem_timedwait(&empty, &no_time));
    FAILS(sem_clockwait(&empty, CLOCK_MONOTONIC, &long_ago));
    FAILS(sem_clockwait(&empty, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
    FAILS(sem_post(&full));
    FAILS(sem_open("/no such semaphore", 0) == SEM_FAILED);
    FAILS(sem_open("/a/b", O_CREAT, 0600, 1) == SEM_FAILED);
    FAILS(sem_open("/too-much", O_CREAT | O_EXCL, 0600, SEM_VALUE_MAX + 1u) == SEM_FAILED);
    sigaction(SIGALRM, &interrupt, NULL);
    ualarm(50000, 0);
    FAILS(sem_wait(&empty));
}

static void threads(void) {
    FAILS(pthread_tryjoin_np(waiter, NULL));
    FAILS(pthread_timedjoin_np(waiter, NULL, &long_ago));
    FAILS(pthread_clockjoin_np(waiter, NULL, CLOCK_MONOTONIC, &long_ago));
    FAILS(pthread_clockjoin_np(waiter, NULL, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
    FAILS(pthread_join(pthread_self(), NULL));
    FAILS(pthread_join(detached, NULL));
    FAILS(pthread_tryjoin_np(detached, NULL));
}

static void descriptors(void) {
    int fds[2];
    char byte = 0;
    eventfd_t value;
    FAILS(pipe2(fds, -1));
    FAILS(socketpair(AF_INET, SOCK_STREAM, 0, fds));
    FAILS(eventfd(0, -1));
    MUST(pipe2(fds, O_NONBLOCK) == 0);
    FAILS(read(fds[0], &byte, 1));
    FAILS(read(fds[1], &byte, 1));
    FAILS(write(fds[0], &byte, 1));
    FAILS(dup2(fds[0], -1));
    FAILS(dup3(fds[0], fds[0], 0));
    close(fds[0]);
    signal(SIGPIPE, SIG_IGN);
    FAILS(write(fds[1], &byte, 1));
    close(fds[1]);
    FAILS(close(fds[1]));
    MUST((fds[0] = eventfd(0, EFD_NONBLOCK)) >= 0);
    FAILS(eventfd_read(fds[0], &value));
    FAILS(write(fds[0], &byte, 1));
    FAILS(eventfd_write(fds[0], ~0ULL));
    close(fds[0]);
}

int main(void) {
    prepare();
    HPCMP_MARK("fails");
    mutexes();
    conditions();
    other_locks();
    semaphores();
    threads();
    descriptors();
    HPCMP_MARK("failed");
    MUST(sem_post(&empty) == 0 && sem_post(&empty) == 0);
    join(waiter);
    wait_until_alone();
    return 0;
}
