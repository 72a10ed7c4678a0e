/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * inherited [NAME]: binds itself to the processors 200 and 299, then executes itself by fork
 * and exec, and by itself. A program that is executed says what it has inherited.
 */
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char* who) {
    cpu_set_t set;
    printf("%s: %ld,", who, sysconf(_SC_NPROCESSORS_ONLN));
    sched_getaffinity(0, sizeof set, &set);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &set))
            printf(" %d", i);
    printf("; on %d\n", sched_getcpu());
    fflush(stdout);
}

int main(int argc, char** argv) {
    char *spawned[] = {argv[0], "spawned", NULL}, *executed[] = {argv[0], "executed", NULL};
    char* none[] = {NULL};
    cpu_set_t set;
    pid_t child;
    if (argc > 1) {
        say(argv[1]);
        return 0;
    }
    CPU_ZERO(&set);
    CPU_SET(200, &set);
    CPU_SET(299, &set);
    sched_setaffinity(0, sizeof set, &set);
    if (posix_spawn(&child, argv[0], NULL, NULL, spawned, environ) == 0)
        waitpid(child, NULL, 0);
    execve(argv[0], executed, none);
    return 1;
}
