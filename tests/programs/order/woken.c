/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread sleeps for long; a signal wakes it, for whose handler another thread waits that does
 * nothing but look.
 */
#include <signal.h>

#include "mark.h"

static volatile sig_atomic_t is_handled;
static pthread_t sleeper;

static void handle(int unused) {
    (void)unused;
    is_handled = 1;
}

static void* wake_and_look(void* unused) {
    usleep(20000);
    pthread_kill(sleeper, SIGUSR1);
    while (!is_handled)
        ;
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    sleeper = pthread_self();
    const pthread_t thread = start(wake_and_look, NULL);
    MUST(sleep(600) > 0);
    join(thread);
    puts("woken");
}
