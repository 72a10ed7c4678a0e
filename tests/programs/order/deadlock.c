/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * deadlock KIND: threads that wait for each other, until the alarm ends them all.
 */
#include <semaphore.h>
#include <signal.h>

#include "rounds.h"

enum { PHILOSOPHERS = 3 };

static pthread_mutex_t forks[PHILOSOPHERS];
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t served = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meal;
static sem_t chairs;

/* Each has its left fork before any takes its right one. */
static void* dine(void* argument) {
    const int left = number_of(argument);
    pthread_mutex_lock(&forks[left]);
    instructions(5000000);
    pthread_mutex_lock(&forks[(left + 1) % PHILOSOPHERS]);
    return NULL;
}

static void* leave_with_fork(void* unused) {
    pthread_mutex_lock(&forks[0]);
    return unused;
}

/* The first one holds the table and wants a fork, the second one the reverse. */
static void* reserve(void* argument) {
    if (number_of(argument) == 0) {
        pthread_rwlock_wrlock(&table);
        instructions(5000000);
        pthread_mutex_lock(&forks[0]);
    } else {
        pthread_mutex_lock(&forks[0]);
        instructions(5000000);
        pthread_rwlock_rdlock(&table);
    }
    return NULL;
}

/* Nobody signals, posts or arrives. */
static void* wait_for_service(void* argument) {
    switch (number_of(argument)) {
    case 0:
        pthread_mutex_lock(&forks[0]);
        pthread_cond_wait(&served, &forks[0]);
        break;
    case 1: sem_wait(&chairs); break;
    default: pthread_barrier_wait(&meal);
    }
    return NULL;
}

static void handle(int signal) {
    (void)signal;
}

static void run(void* (*body)(void*), int n) {
    n_workers = n;
    run_workers(body);
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_mutex_init(&forks[i], NULL);
    sem_init(&chairs, 0, 0);
    pthread_barrier_init(&meal, NULL, 2);
    alarm(5);
    switch (argv[1][0]) {
    case 'd':
        signal(SIGUSR1, handle); /* which cannot give a fork back */
        run(dine, PHILOSOPHERS);
        break;
    case 'l':
        run(leave_with_fork, 1);
        pthread_mutex_lock(&forks[0]);
        break;
    case 'r': run(reserve, 2); break;
    default: run(wait_for_service, 3);
    }
    return 0;
}
