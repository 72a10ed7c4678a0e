/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Children that execute this program again, four at a time and then one after the
 * other; the file name for their traces is the same.
 *    one_name [CHILD]
 */
#include <sys/wait.h>

#include "mark.h"

enum { AT_ONCE = 4, ALL = 7 };

static void begin_child(const char* program, int number) {
    char text[20];
    snprintf(text, sizeof text, "%d", number);
    if (fork() == 0) {
        execl(program, program, text, (char*)NULL);
        _exit(1);
    }
}

static void await_child(void) {
    int status;
    MUST(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char** argv) {
    volatile char* block = malloc(100);
    const int number = argc > 1 ? atoi(argv[1]) : 0;
    mark_address("block", block);
    for (int i = 0; i <= number; i++)
        block[i] = 1;
    if (argc > 1)
        return 0;
    for (int i = 1; i <= AT_ONCE; i++)
        begin_child(argv[0], i);
    for (int i = 1; i <= AT_ONCE; i++)
        await_child();
    for (int i = AT_ONCE + 1; i <= ALL; i++) {
        begin_child(argv[0], i);
        await_child();
    }
    return 0;
}
