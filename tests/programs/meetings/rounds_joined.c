/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rounds of equal work, each by four new threads, which are joined in one way
 * or another; then four threads that need what one of them initialises.
 */
#include <string.h>
#include <time.h>

#include "mark.h"

enum { n_threads = 4, n_rounds = 8 };
static const unsigned long n_steps = 600000;

static void mark_round(const char* what, int round) {
    char text[20];
    snprintf(text, sizeof text, "%s %d", what, round);
    HPCMP_MARK(text);
}

static void do_round(int round) {
    mark_round("begin", round);
    work(n_steps);
    mark_round("end", round);
}

static void* take_part(void* round) {
    do_round((int)(intptr_t)round);
    return NULL;
}

/* Threads that nobody waits for come to an end, too. */
static void join_in_turn(int way, pthread_t thread) {
    const struct timespec late = {.tv_sec = INT32_MAX};
    switch (way) {
    case 0: join(thread); break;
    case 1: MUST(pthread_timedjoin_np(thread, NULL, &late) == 0); break;
    case 2: MUST(pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &late) == 0); break;
    default:
        while (pthread_tryjoin_np(thread, NULL) != 0)
            usleep(1000);
    }
}

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void initialise(void) {
    do_round(1);
}

static void* take_part_after_once(void* unused) {
    MUST(pthread_once(&control, initialise) == 0);
    do_round(2);
    return unused;
}

static void by_four(void* (*body)(void*), int round) {
    pthread_t threads[n_threads];
    for (int i = 0; i < n_threads; i++)
        threads[i] = start(body, (void*)(intptr_t)round);
    for (int i = 0; i < n_threads; i++)
        join_in_turn((round + i) % 4, threads[i]);
}

int main(int argc, char** argv) {
    HPCMP_MARK("starts");
    if (argc > 1 && strcmp(argv[1], "once") == 0)
        by_four(take_part_after_once, 0);
    else
        for (int round = 1; round <= n_rounds; round++)
            by_four(take_part, round);
    return 0;
}
