/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread sleeps in a call in which nobody would expect it to: opens a file to write into it,
 * which has to wait until the lease that somebody has is given back (fcntl(2), F_SETLEASE).
 */
#include <fcntl.h>
#include <signal.h>

#include "mark.h"

static volatile sig_atomic_t is_wanted;

static void want(int unused) {
    (void)unused;
    is_wanted = 1;
}

static void* open_to_write(void* name) {
    const int file = open(name, O_WRONLY);
    MUST(file >= 0);
    close(file);
    return NULL;
}

int main(void) {
    char name[] = "lease.XXXXXX";
    const struct sigaction action = {.sa_handler = want, .sa_flags = SA_RESTART};
    MUST(sigaction(SIGIO, &action, NULL) == 0);
    close(mkstemp(name));
    const int file = open(name, O_RDONLY);
    if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) {
        perror("F_SETLEASE");
        return 77;
    }
    const pthread_t writer = start(open_to_write, name);
    while (!is_wanted)
        usleep(1000);
    MUST(fcntl(file, F_SETLEASE, F_UNLCK) == 0);
    join(writer);
    unlink(name);
    puts("opened");
}
