/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ways for a process to end while there is something to lose.
 *    exit_ways HOW
 */
#include <signal.h>
#include <string.h>
#include <time.h>

#include "mark.h"

enum { SIZE = 1000 };

static const char* how;
static pthread_t main_thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void fill(const char* name) {
    volatile char* block = malloc(SIZE);
    mark_address(name, block);
    for (int i = 0; i < SIZE; i++)
        block[i] = 1;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void compute_for_half_a_second(void) {
    const double end = now() + 0.5;
    while (now() < end)
        work(10000);
}

static void end(void) {
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "_exit") == 0)
        _exit(4);
    if (strcmp(how, "kill") == 0) {
        HPCMP_MARK("half a second before");
        compute_for_half_a_second();
        kill(getpid(), SIGKILL);
    }
    if (strcmp(how, "term") == 0)
        kill(getpid(), SIGTERM);
    if (strcmp(how, "segv") == 0) {
        volatile int* volatile nowhere = NULL;
        *nowhere = 1;
    }
    if (strcmp(how, "unlock") == 0)
        pthread_mutex_unlock(&mutex);
}

static void* body(void* unused) {
    fill("by thread");
    end();
    if (strcmp(how, "main-exit") == 0) {
        pthread_join(main_thread, NULL);
        puts("main is gone");
    }
    return unused;
}

int main(int argc, char** argv) {
    MUST(argc >= 2);
    how = argv[1];
    main_thread = pthread_self();
    fill("by main");
    if (argc > 2 && strcmp(argv[2], "in-main") == 0) {
        end();
        return 0;
    }
    pthread_t thread = start(body, NULL);
    if (strcmp(how, "main-exit") == 0)
        pthread_exit(NULL);
    join(thread);
    return 0;
}
