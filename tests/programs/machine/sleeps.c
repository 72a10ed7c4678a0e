/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that sleep in all ways for a time that they have chosen, each a number of milliseconds
 * that no other one has; and one that polls. */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "../mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void pass_mutex(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

/* 31 ms, and then 7 ms. */
static void* sleep_twice(void* unused) {
    const struct timespec first = {0, 30000000}, second = {0, 1000000}, third = {0, 7000000};
    nanosleep(&first, NULL);
    nanosleep(&second, NULL);
    pass_mutex();
    nanosleep(&third, NULL);
    return unused;
}

/* 20 ms from now. */
static void* sleep_until(void* unused) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 20000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    return unused;
}

/* 2 + 3 + 4 ms. */
static void* sleep_without_descriptors(void* unused) {
    struct timeval time = {0, 2000};
    const struct timespec precise = {0, 3000000};
    select(0, NULL, NULL, NULL, &time);
    pselect(0, NULL, NULL, NULL, &precise, NULL);
    poll(NULL, 0, 4);
    return unused;
}

/* Only the first look counts. */
static void* look_often(void* unused) {
    const struct timespec short_time = {0, 10000};
    for (int i = 0; i < 100; i++)
        nanosleep(&short_time, NULL);
    return unused;
}

static sigset_t alarm_alone(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    return set;
}

static void wake(int number) {
    (void)number;
}

/* Nothing that counts: a signal ends the sleep, times are wrong, or nobody sleeps. */
static void* sleep_in_vain(void* unused) {
    const struct itimerval soon = {{0, 0}, {0, 50000}};
    const struct timespec wrong = {0, 2000000000}, past = {1, 0}, none = {0, 0};
    struct pollfd input = {STDIN_FILENO, 0, 0};
    const struct sigaction action = {.sa_handler = wake};
    sigaction(SIGALRM, &action, NULL);
    sigset_t alarm = alarm_alone();
    pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
    const struct timespec long_time = {5, 0};
    MUST(nanosleep(&long_time, NULL) == -1 && errno == EINTR);
    MUST(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
    MUST(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL) == 0);
    nanosleep(&none, NULL);
    poll(&input, 1, 0);
    return unused;
}

int main(void) {
    void* (*const ways[])(void*) = {sleep_twice, sleep_until, sleep_without_descriptors, look_often,
                                    sleep_in_vain};
    /* The signal comes to the thread that sleeps. */
    sigset_t alarm = alarm_alone();
    pthread_sigmask(SIG_BLOCK, &alarm, NULL);
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, ways[i], NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
