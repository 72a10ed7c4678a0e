/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stress SEED WORKERS STEPS: workers that do this and that, as chance has it: all kinds of
 * locks, in their try and timed forms, semaphores, condition variables, pipes, atomic
 * operations, spinning, sleeping, signals, threads and processes of their own.  None of it can
 * last for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "rounds.h"

enum { LOCKS = 3 };

static int n_steps;
static unsigned seed;

static pthread_mutex_t mutexes[LOCKS];
static pthread_rwlock_t rwlocks[LOCKS];
static pthread_spinlock_t spins[LOCKS];
static pthread_cond_t conds[LOCKS];
static sem_t sems[LOCKS];
static int counters[LOCKS];
static int fds[2];
static pthread_t threads[MOST_WORKERS];
static volatile int is_alive[MOST_WORKERS];

/* xorshift, of the worker's own. */
static unsigned next(unsigned* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static struct timespec in_ms(int clock, int ms) {
    struct timespec time;
    clock_gettime(clock, &time);
    time.tv_nsec += ms * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

static void nap(int us) {
    const struct timespec time = {0, us * 1000L};
    nanosleep(&time, NULL);
}

static void* do_little(void* unused) {
    work(100);
    return unused;
}

static void on_signal(int unused) {
    (void)unused;
    __atomic_fetch_add(&counters[0], 1, __ATOMIC_SEQ_CST);
}

static void lock_and(pthread_mutex_t* mutex, int result, unsigned rounds) {
    if (result != 0)
        return;
    work(rounds);
    pthread_mutex_unlock(mutex);
}

static void with_mutex(unsigned which, int i) {
    pthread_mutex_t* const mutex = &mutexes[i];
    const struct timespec until = in_ms(CLOCK_REALTIME, 1);
    switch (which % 4) {
    case 0: lock_and(mutex, pthread_mutex_trylock(mutex), which % 50); break;
    case 1: lock_and(mutex, pthread_mutex_timedlock(mutex, &until), which % 50); break;
    default: lock_and(mutex, pthread_mutex_lock(mutex), which % 500); break;
    }
}

static void with_rwlock(unsigned which, int i) {
    pthread_rwlock_t* const lock = &rwlocks[i];
    int result;
    switch (which % 4) {
    case 0: result = pthread_rwlock_tryrdlock(lock); break;
    case 1: result = pthread_rwlock_trywrlock(lock); break;
    case 2: result = pthread_rwlock_rdlock(lock); break;
    default: result = pthread_rwlock_wrlock(lock); break;
    }
    if (result == 0) {
        work(which % 300);
        pthread_rwlock_unlock(lock);
    }
}

static void with_cond(unsigned which, int i) {
    const struct timespec until = in_ms(CLOCK_REALTIME, 1);
    pthread_mutex_lock(&mutexes[i]);
    if (which % 3 == 0)
        pthread_cond_timedwait(&conds[i], &mutexes[i], &until);
    else if (which % 3 == 1)
        pthread_cond_signal(&conds[i]);
    else
        pthread_cond_broadcast(&conds[i]);
    pthread_mutex_unlock(&mutexes[i]);
}

static void with_sem(unsigned which, int i) {
    const struct timespec until = in_ms(CLOCK_REALTIME, 1);
    if (which % 3 == 0 ? sem_trywait(&sems[i]) == 0 : sem_timedwait(&sems[i], &until) == 0)
        work(which % 100);
    if (which % 2 == 0)
        sem_post(&sems[i]);
}

/* A thread reads only if there is something, but another thread may be faster. */
static void with_pipe(unsigned which) {
    char byte = 'x';
    struct pollfd end = {fds[0], POLLIN, 0};
    if (which % 2 == 0)
        MUST(write(fds[1], &byte, 1) == 1 || errno == EAGAIN);
    else if (poll(&end, 1, (int)(which % 3)) > 0)
        MUST(read(fds[0], &byte, 1) == 1 || errno == EAGAIN || errno == EINTR);
}

static void with_spin(unsigned which, int i) {
    if (which % 2 == 0 ? pthread_spin_trylock(&spins[i]) == 0 : pthread_spin_lock(&spins[i]) == 0) {
        work(which % 50);
        pthread_spin_unlock(&spins[i]);
    }
}

/* Waits until somebody, perhaps this one itself, has counted once more, but not for ever. */
static void watch(int i) {
    const int before = __atomic_load_n(&counters[i], __ATOMIC_SEQ_CST);
    for (int tries = 0; tries < 200; tries++) {
        if (__atomic_load_n(&counters[i], __ATOMIC_SEQ_CST) != before)
            return;
        if (tries % 3 == 0)
            sched_yield();
        else
            __builtin_ia32_pause();
    }
}

static void have_child(unsigned which) {
    const pid_t child = fork();
    MUST(child >= 0);
    if (child == 0) {
        work(which % 100);
        if (which % 2 == 0)
            in_a_thread(do_little, NULL);
        _exit(7);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        MUST(errno == EINTR);
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static void send_signal(unsigned which) {
    const int other = (int)(which % (unsigned)n_workers);
    pthread_mutex_lock(&mutexes[0]);
    if (is_alive[other])
        pthread_kill(threads[other], SIGUSR1);
    pthread_mutex_unlock(&mutexes[0]);
}

static void step(unsigned which) {
    const unsigned more = which / 64;
    const int i = (int)(which / 16 % LOCKS);
    switch (which % 16) {
    case 0:
    case 1:
    case 2: with_mutex(more, i); break;
    case 3: with_rwlock(more, i); break;
    case 4: with_cond(more, i); break;
    case 5: with_sem(more, i); break;
    case 6: with_pipe(more); break;
    case 7: with_spin(more, i); break;
    case 8: watch(i); break;
    case 9: nap((int)(more % 100)); break;
    case 10: send_signal(more); break;
    case 11: free(malloc(more % 1000)); break;
    case 12: more % 8 == 0 ? have_child(more) : work(more % 1000); break;
    case 13: more % 4 == 0 ? in_a_thread(do_little, NULL) : sched_yield(); break;
    default: __atomic_fetch_add(&counters[i], 1, __ATOMIC_SEQ_CST); break;
    }
}

static void* body(void* argument) {
    const int worker = number_of(argument);
    unsigned state = seed * 2654435761u + (unsigned)worker + 1;
    threads[worker] = pthread_self();
    pthread_mutex_lock(&mutexes[0]);
    is_alive[worker] = 1;
    pthread_mutex_unlock(&mutexes[0]);
    for (int i = 0; i < n_steps; i++) {
        step(next(&state));
        n_done[worker]++;
    }
    pthread_mutex_lock(&mutexes[0]);
    is_alive[worker] = 0;
    pthread_mutex_unlock(&mutexes[0]);
    return NULL;
}

int main(int argc, char** argv) {
    struct sigaction action = {.sa_handler = on_signal};
    MUST(argc == 4);
    seed = (unsigned)atoi(argv[1]);
    n_workers = atoi(argv[2]);
    n_steps = atoi(argv[3]);
    MUST(n_workers > 0 && n_workers <= MOST_WORKERS);
    action.sa_flags = seed % 2 == 0 ? SA_RESTART : 0;
    sigaction(SIGUSR1, &action, NULL);
    MUST(pipe2(fds, O_NONBLOCK) == 0);
    for (int i = 0; i < LOCKS; i++) {
        pthread_mutex_init(&mutexes[i], NULL);
        pthread_rwlock_init(&rwlocks[i], NULL);
        pthread_spin_init(&spins[i], 0);
        pthread_cond_init(&conds[i], NULL);
        sem_init(&sems[i], 0, 1);
    }
    run_workers(body);
    print_done();
}
