/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Children that only run a command.
 */
#include <spawn.h>
#include <sys/wait.h>

#include "mark.h"

int main(void) {
    int status = 0;
    pid_t child;
    char* const arguments[] = {"sh", "-c", "exit 4", NULL};
    volatile char* block = malloc(100);
    mark_address("block", block);
    for (int i = 0; i < 50; i++)
        block[i] = 1;
    MUST(posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ) == 0);
    MUST(waitpid(child, &status, 0) == child);
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    status = system("echo from the shell; exit 3");
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    for (int i = 50; i < 100; i++)
        block[i] = 1;
    free((void*)block);
    return 0;
}
