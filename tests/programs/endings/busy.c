/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that allocate, free, lock, wait and post without end, while main does
 * something to the whole process.
 *    busy exit|abort|term|segv|fork|exec|alarms
 */
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "mark.h"

enum { THREADS = 6, BLOCKS = 32 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem, posted_by_handler;
static char* volatile blocks[BLOCKS];
static volatile int alarms;

/* Takes a block that any thread may have put there, and puts another one. */
static void swap_block(int i) {
    char* block = malloc((size_t)(i * 16 + 1));
    memset(block, i, (size_t)(i * 16 + 1));
    free(__atomic_exchange_n(&blocks[i], block, __ATOMIC_SEQ_CST));
}

static void wait_a_moment(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec = (until.tv_nsec + 1000000) % 1000000000;
    pthread_cond_timedwait(&cond, &mutex, &until);
}

static void* body(void* number) {
    const int me = (int)(intptr_t)number;
    for (int i = 0;; i++) {
        swap_block(i % BLOCKS);
        pthread_mutex_lock(&mutex);
        pthread_cond_broadcast(&cond);
        if (i % 5 == me % 5)
            wait_a_moment();
        pthread_mutex_unlock(&mutex);
        if (i % 3 == 0)
            pthread_rwlock_wrlock(&rwlock);
        else
            pthread_rwlock_rdlock(&rwlock);
        pthread_rwlock_unlock(&rwlock);
        sem_post(&sem);
        sem_wait(&sem);
    }
    return NULL;
}

static void on_alarm(int signal) {
    (void)signal;
    alarms++;
    sem_post(&posted_by_handler);
}

static void run_child(void) {
    swap_block(3);
    sem_post(&sem);
    _exit(6);
}

static void fork_often(void) {
    for (int i = 0; i < 5; i++) {
        const pid_t child = fork();
        int status;
        if (child == 0)
            run_child();
        MUST(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 6);
        usleep(100);
    }
}

static void take_alarms(void) {
    const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < 50;) {
        swap_block(i % BLOCKS);
        if (sem_wait(&posted_by_handler) == 0)
            i++;
    }
    setitimer(ITIMER_REAL, &never, NULL);
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    sem_init(&sem, 0, 0);
    sem_init(&posted_by_handler, 0, 0);
    for (int i = 0; i < THREADS; i++)
        start(body, (void*)(intptr_t)i);
    usleep(500);
    if (strcmp(argv[1], "abort") == 0)
        abort();
    if (strcmp(argv[1], "term") == 0) {
        /* Any thread may take it, so main must not come to an end before. */
        kill(getpid(), SIGTERM);
        for (;;)
            pause();
    }
    if (strcmp(argv[1], "segv") == 0)
        *(volatile int*)(argv[0] - (unsigned long)argv[0]) = 0;
    if (strcmp(argv[1], "fork") == 0)
        fork_often();
    if (strcmp(argv[1], "exec") == 0)
        execlp("true", "true", NULL);
    if (strcmp(argv[1], "alarms") == 0)
        take_alarms();
    return 5;
}
