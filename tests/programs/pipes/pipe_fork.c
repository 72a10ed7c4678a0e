/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A pipe over a fork: what comes from the other process is nobody's here.  A
 * reader that a signal interrupts, and one that the exit finds reading.
 */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "asleep.h"

static int to_child[2], to_parent[2], own[2];

static void* write_own(void* text) {
    MUST(write(own[1], text, 1) == 1);
    return NULL;
}

static void* read_own(void* unused) {
    char byte;
    ssize_t n;
    do
        n = read(own[0], &byte, 1);
    while (n < 0 && errno == EINTR);
    return unused;
}

/* Also in the child, whose first read is of what the parent has written. */
static void within_one_process(void) {
    pthread_t reader = start(read_own, NULL);
    wait_until_others_sleep();
    pthread_kill(reader, SIGUSR1);
    wait_until_others_sleep();
    in_a_thread(write_own, "x");
    join(reader);
}

static void write_in_handler(int signal) {
    (void)signal;
    MUST(write(to_parent[1], "s", 1) == 1);
}

int main(void) {
    char byte;
    MUST(pipe(to_child) == 0 && pipe(to_parent) == 0 && pipe(own) == 0);
    HPCMP_MARK("own=0x800000000003");
    signal(SIGUSR1, write_in_handler);
    in_a_thread(write_own, "y");
    const pid_t child = fork();
    if (child == 0) {
        HPCMP_MARK("to child=0x800000000001");
        HPCMP_MARK("child's own=0x800000000003");
        MUST(read(to_child[0], &byte, 1) == 1 && byte == 'c');
        MUST(read(own[0], &byte, 1) == 1 && byte == 'y');
        MUST(pipe(own) == 0);
        within_one_process();
        start(read_own, NULL);
        wait_until_others_sleep();
        return 7;
    }
    HPCMP_MARK("to parent=0x800000000002");
    MUST(write(to_child[1], "c", 1) == 1);
    MUST(read(to_parent[0], &byte, 1) == 1 && byte == 's');
    int status;
    MUST(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    MUST(pipe(own) == 0);
    HPCMP_MARK("new=0x800000000004");
    within_one_process();
    MUST(read(to_parent[0], &byte, 1) == 1 && byte == 's');
    return 0;
}
