/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls for I/O, and others. Each stage ends with a lock of the mutex, whose event tells how many
 * there were. */

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char buffer[100];

static void end_stage(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

/* open, write, fsync, close. */
static void store(const char* path) {
    const int file = open(path, O_WRONLY);
    if (write(file, buffer, sizeof buffer) != (ssize_t)sizeof buffer || fsync(file) != 0)
        exit(1);
    close(file);
}

/* open, three reads, close. */
static void load(const char* path) {
    const int file = open(path, O_RDONLY);
    for (int i = 0; i < 3; i++)
        if (read(file, buffer, 30) != 30)
            exit(1);
    close(file);
}

static void fail(void) {
    if (open("/there/is/no/such/file", O_RDONLY) >= 0 || read(-1, buffer, 1) >= 0)
        exit(1);
}

/* The trace has an order for what goes through a pipe of this process. */
static void use_own_pipe(void) {
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], "a", 1) != 1 || read(ends[0], buffer, 1) != 1)
        exit(1);
}

/* Whether another process has written is known only to the reader of all traces, so one read
   counts. */
static void use_shared_pipe(void) {
    int ends[2];
    if (pipe(ends) != 0)
        exit(1);
    const pid_t child = fork();
    if (child == 0)
        _exit(write(ends[1], "a", 1) != 1);
    if (read(ends[0], buffer, 1) != 1 || waitpid(child, NULL, 0) != child)
        exit(1);
}

int main(void) {
    char path[] = "/tmp/io_calls-XXXXXX";
    if (close(mkstemp(path)) != 0)
        return 1;
    end_stage();
    store(path);
    end_stage();
    load(path);
    end_stage();
    fail();
    end_stage();
    use_own_pipe();
    end_stage();
    use_shared_pipe();
    end_stage();
    unlink(path);
    return 0;
}
