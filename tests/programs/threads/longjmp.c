/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Callbacks and handlers that are left by longjmp: what was going on has not
 * happened, and all goes on.
 */
#include <setjmp.h>
#include <signal.h>

#include "mark.h"

static jmp_buf away;
static sigjmp_buf out_of_handler;
static pthread_once_t left = PTHREAD_ONCE_INIT, outer = PTHREAD_ONCE_INIT,
                      inner = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int fds[2];

static void leave(void) {
    longjmp(away, 1);
}

static void initialise_inner(void) {
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
}

static void initialise_outer(void) {
    MUST(pthread_once(&inner, initialise_inner) == 0);
    if (setjmp(away) == 0)
        pthread_once(&left, leave);
}

static int compare(const void* a, const void* b) {
    (void)a, (void)b;
    MUST(pthread_mutex_lock(&mutex) == 0);
    longjmp(away, 1);
}

static void handle(int signal) {
    (void)signal;
    siglongjmp(out_of_handler, 1);
}

static void* use(void* unused) {
    char byte;
    MUST(pthread_once(&outer, initialise_outer) == 0);
    MUST(pthread_once(&inner, initialise_inner) == 0);
    MUST(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == 0);
    MUST(read(fds[0], &byte, 1) == 1 && byte == 'x');
    return unused;
}

int main(void) {
    char byte;
    int numbers[] = {2, 1, 3};
    mark_address("left", &left);
    mark_address("outer", &outer);
    mark_address("inner", &inner);
    mark_address("mutex", &mutex);
    MUST(pipe(fds) == 0);
    MUST(pthread_once(&outer, initialise_outer) == 0);
    if (setjmp(away) == 0)
        qsort(numbers, 3, sizeof *numbers, compare);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    signal(SIGALRM, handle);
    if (sigsetjmp(out_of_handler, 1) == 0) {
        ualarm(50000, 0);
        MUST(read(fds[0], &byte, 1) == 1);
    }
    MUST(write(fds[1], "x", 1) == 1);
    in_a_thread(use, NULL);
    puts("survived");
    return 0;
}
