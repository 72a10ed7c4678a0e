/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pthread_atfork: a mutex that is held over the fork, and is free in both
 * processes after it.
 */
#include <sys/wait.h>

#include "mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void) {
    MUST(pthread_mutex_lock(&mutex) == 0);
}

static void in_both(void) {
    MUST(pthread_mutex_unlock(&mutex) == 0);
}

static void* lock(void* unused) {
    MUST(pthread_mutex_lock(&mutex) == 0);
    MUST(pthread_mutex_unlock(&mutex) == 0);
    return unused;
}

int main(void) {
    mark_address("mutex", &mutex);
    MUST(pthread_atfork(prepare, in_both, in_both) == 0);
    in_a_thread(lock, NULL);
    const pid_t child = fork();
    if (child == 0)
        mark_address("child's mutex", &mutex);
    in_a_thread(lock, NULL);
    int status = 0;
    MUST(child == 0 || (waitpid(child, &status, 0) == child && status == 0));
    return 0;
}
