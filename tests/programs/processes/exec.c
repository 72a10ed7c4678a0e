/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process that becomes another image of itself.
 *    exec direct|fork|again
 */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "mark.h"

static void use_block(const char* name, size_t size) {
    volatile char* block = malloc(size);
    mark_address(name, block);
    for (size_t i = 0; i < size; i++)
        block[i] = 1;
}

static void* wait_forever(void* unused) {
    pause();
    return unused;
}

static void become_another(char* program) {
    char* const arguments[] = {program, "again", NULL};
    char* const environment[] = {NULL};
    MUST(execve("/nonexistent", arguments, environ) == -1 && errno == ENOENT);
    MUST(execve("/", arguments, environment) == -1 && errno == EACCES);
    use_block("after failures", 200);
    execv(program, arguments);
    perror("exec");
    exit(1);
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    if (strcmp(argv[1], "again") == 0) {
        use_block("again", 300);
        puts("again");
        return 5;
    }
    use_block("before", 100);
    if (strcmp(argv[1], "direct") == 0) {
        start(wait_forever, NULL);
        become_another(argv[0]);
    }
    const pid_t child = fork();
    if (child == 0)
        become_another(argv[0]);
    int status = 0;
    MUST(waitpid(child, &status, 0) == child);
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 5);
    use_block("parent", 400);
    return 0;
}
