/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Forks in a thread that holds two mutexes, while main holds another one.  In
 * the child it is the main thread; it may unlock the plain one, but not the one
 * that checks who its owner is, and the C library takes it for somebody else.
 */
#include <errno.h>
#include <sys/wait.h>

#include "mark.h"

static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_main = PTHREAD_MUTEX_INITIALIZER;

static void run_child(void) {
    MUST(pthread_mutex_unlock(&checking) == EPERM);
    MUST(pthread_mutex_unlock(&plain) == 0);
    MUST(pthread_mutex_init(&of_main, NULL) == 0);
    MUST(pthread_mutex_lock(&of_main) == 0);
    MUST(pthread_mutex_unlock(&of_main) == 0);
    _exit(7);
}

static void* body(void* unused) {
    (void)unused;
    int status;
    MUST(pthread_mutex_lock(&checking) == 0);
    MUST(pthread_mutex_lock(&plain) == 0);
    const pid_t child = fork();
    if (child == 0)
        run_child();
    MUST(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    MUST(pthread_mutex_unlock(&plain) == 0);
    MUST(pthread_mutex_unlock(&checking) == 0);
    return NULL;
}

int main(void) {
    pthread_t thread;
    MUST(pthread_mutex_lock(&of_main) == 0);
    MUST(pthread_create(&thread, NULL, body, NULL) == 0);
    MUST(pthread_join(thread, NULL) == 0);
    MUST(pthread_mutex_unlock(&of_main) == 0);
    return 0;
}
