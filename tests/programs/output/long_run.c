/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Begins and ends, again and again, all that a trace tells of: threads, blocks, objects, names.
 * Some of each last for long.  tests/tool/last-part.test compares its traces with and without
 * --hpcmp-keep-last.
 *    long_run ROUNDS HOW
 *
 * HOW is how it ends; or "write": it writes a byte each round.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKERS = 3, HELD = 50 };

static pthread_mutex_t global = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t rounds_end;
static sem_t may_leave;
static int n_rounds;
static char* shared; /* a worker allocates it, another one frees it */

static void exchange(int round) {
    pthread_mutex_lock(&global);
    free(shared);
    shared = malloc(round % 100 + 1);
    shared[0] = 1;
    pthread_mutex_unlock(&global);
}

static void* work(void* name) {
    char* held[HELD] = {NULL};
    pthread_mutex_t* lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, NULL);
    pthread_setname_np(pthread_self(), name);
    for (int round = 0; round < n_rounds; round++) {
        char** one = &held[round % HELD];
        free(*one);
        *one = malloc(16 + round % 7);
        memset(*one, 1, 16);
        pthread_mutex_lock(lock);
        pthread_mutex_unlock(lock);
        if (round % 64 == 63) {
            pthread_mutex_destroy(lock);
            pthread_mutex_init(lock, NULL);
        }
        exchange(round);
        pthread_barrier_wait(&rounds_end);
    }
    for (int i = 0; i < HELD; i++)
        free(held[i]);
    pthread_mutex_destroy(lock);
    free(lock);
    return NULL;
}

static void* live_shortly(void* block) {
    *(char*)block = 1;
    return malloc(8);
}

static void* wait_for_end(void* unused) {
    sem_wait(&may_leave);
    return unused;
}

/* A thread that is joined, and one that nobody joins. */
static void begin_threads(char* block) {
    pthread_t joined, detached;
    void* result;
    pthread_create(&joined, NULL, live_shortly, block);
    pthread_join(joined, &result);
    free(result);
    if (pthread_create(&detached, NULL, live_shortly, block) == 0)
        pthread_detach(detached);
}

/* By another process: the tool sees a signal that a thread sends itself. */
static void be_killed(void) {
    const pid_t own = getpid();
    if (fork() == 0) {
        kill(own, SIGKILL);
        _exit(0);
    }
    pause();
}

static void end(const char* how) {
    if (strcmp(how, "exec") == 0)
        execlp("true", "true", NULL);
    if (strcmp(how, "kill") == 0)
        be_killed();
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "fork") == 0 && fork() == 0)
        _exit(0);
    wait(NULL);
}

int main(int argc, char** argv) {
    pthread_t workers[WORKERS], waiting, exited;
    static char* names[WORKERS] = {"reader", "parser", "writer"};
    char* kept = malloc(1000);
    if (argc != 3)
        return 1;
    n_rounds = atoi(argv[1]);
    pthread_barrier_init(&rounds_end, NULL, WORKERS + 1);
    sem_init(&may_leave, 0, 0);
    pthread_create(&waiting, NULL, wait_for_end, NULL);
    pthread_create(&exited, NULL, live_shortly, kept);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, names[i]);
    for (int round = 0; round < n_rounds; round++) {
        if (round % 16 == 0)
            begin_threads(kept);
        if (strcmp(argv[2], "write") == 0 && write(1, "x", 1) < 0)
            return 1;
        pthread_barrier_wait(&rounds_end);
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    pthread_join(exited, NULL);
    end(argv[2]);
    sem_post(&may_leave);
    pthread_join(waiting, NULL);
    return 0;
}
