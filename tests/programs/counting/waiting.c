/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread that spins while another one works has done nothing; the handler of a
 * signal that interrupts a wait has.
 */
#include <errno.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "mark.h"

enum { ROUNDS = 3000000, HANDLER_ROUNDS = 100000 };

static pthread_spinlock_t spin;
static sem_t sem;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int about_to_spin;
static sigjmp_buf before_wait;

static void* spinner(void* unused) {
    HPCMP_MARK("spinner");
    about_to_spin = 1;
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    return unused;
}

static void spin_while_main_works(void) {
    pthread_spin_lock(&spin);
    pthread_t thread = start(spinner, NULL);
    while (!about_to_spin)
        usleep(1000);
    work(ROUNDS);
    pthread_spin_unlock(&spin);
    join(thread);
}

static void post(int signal) {
    (void)signal;
    work(HANDLER_ROUNDS);
    sem_post(&sem);
}

static void leave(int signal) {
    (void)signal;
    siglongjmp(before_wait, 1);
}

static void alarm_soon(void (*handler)(int)) {
    const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    const struct itimerval soon = {.it_value.tv_usec = 200000};
    MUST(sigaction(SIGALRM, &action, NULL) == 0);
    MUST(setitimer(ITIMER_REAL, &soon, NULL) == 0);
}

/* Nobody waits when a handler leaves the wait by longjmp. */
static void left_by_longjmp(void) {
    if (sigsetjmp(before_wait, 1) == 0) {
        alarm_soon(leave);
        sem_wait(&sem);
        MUST(0);
    }
    work(HANDLER_ROUNDS);
    HPCMP_MARK("worked after longjmp");
}

static void time_out(void) {
    const struct timespec long_ago = {1, 0};
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_timedlock(&mutex, &long_ago) == ETIMEDOUT);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    MUST(pthread_rwlock_rdlock(&rwlock) == 0);
    MUST(pthread_rwlock_timedwrlock(&rwlock, &long_ago) == ETIMEDOUT);
    MUST(pthread_rwlock_unlock(&rwlock) == 0);
    MUST(sem_timedwait(&sem, &long_ago) == -1 && errno == ETIMEDOUT);
    work(HANDLER_ROUNDS);
    HPCMP_MARK("timed out");
}

int main(int argc, char** argv) {
    (void)argv;
    mark_address("spin", &spin);
    mark_address("sem", &sem);
    pthread_spin_init(&spin, 0);
    sem_init(&sem, 0, 0);
    if (argc == 1)
        spin_while_main_works();
    HPCMP_MARK("waits");
    alarm_soon(post);
    while (sem_wait(&sem) != 0)
        MUST(errno == EINTR);
    HPCMP_MARK("posted");
    left_by_longjmp();
    time_out();
    HPCMP_MARK("takes nothing along");
    sem_post(&sem);
    sem_wait(&sem);
    return 0;
}
