/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process whose parent is not the one that has forked it: as after a double fork, when the
 * process in the middle ends at once, but without a race.
 */
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "mark.h"

static void wait_for(pid_t child) {
    int status;
    MUST(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void) {
    int ends[2];
    pid_t grandchild;
    MUST(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        HPCMP_MARK("middle");
        grandchild = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
        if (grandchild == 0)
            HPCMP_MARK("grandchild");
        else
            MUST(write(ends[1], &grandchild, sizeof grandchild) == sizeof grandchild);
        _exit(0);
    }
    MUST(read(ends[0], &grandchild, sizeof grandchild) == sizeof grandchild);
    wait_for(child);
    wait_for(grandchild);
    return 0;
}
