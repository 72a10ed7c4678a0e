/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A signal handler that posts a semaphore, in the thread that waits for it.
 */
#include <errno.h>
#include <semaphore.h>
#include <signal.h>

#include "asleep.h"

static sem_t sem;
static pthread_t main_thread;
static volatile int waiting;

static void handler(int signal) {
    (void)signal;
    sem_post(&sem);
}

static void* body(void* unused) {
    while (!waiting)
        usleep(1000);
    wait_until_others_sleep();
    pthread_kill(main_thread, SIGUSR1);
    return unused;
}

int main(void) {
    const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    mark_address("sem", &sem);
    sem_init(&sem, 0, 0);
    main_thread = pthread_self();
    MUST(sigaction(SIGUSR1, &action, NULL) == 0);

    raise(SIGUSR1);
    MUST(sem_wait(&sem) == 0);

    /* Interrupted in the wait itself. */
    pthread_t thread = start(body, NULL);
    waiting = 1;
    while (sem_wait(&sem) != 0)
        MUST(errno == EINTR);
    join(thread);
    return 0;
}
