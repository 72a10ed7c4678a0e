/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process that forks while it has something in its buffers, from main and
 * from another thread.
 */
#include <sys/wait.h>

#include "mark.h"

static void use_block(const char* name, size_t size) {
    volatile char* block = malloc(size);
    mark_address(name, block);
    for (size_t i = 0; i < size; i++)
        block[i] = 1;
    free((void*)block);
}

static void fork_once(const char* name, size_t size) {
    const pid_t child = fork();
    if (child == 0) {
        use_block(name, size);
        if (write(1, "child\n", 6) != 6)
            _exit(1);
        exit(7);
    }
    int status = 0;
    MUST(waitpid(child, &status, 0) == child);
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static void* body(void* unused) {
    fork_once("of second child", 222);
    return unused;
}

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    use_block("before", 100);
    pthread_mutex_lock(&mutex);
    fork_once("of first child", 111);
    pthread_mutex_unlock(&mutex);
    in_a_thread(body, NULL);
    use_block("after", 300);
    if (write(1, "parent\n", 7) != 7)
        return 1;
    return 0;
}
