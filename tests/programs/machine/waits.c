/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program for hpcmp --native that waits in many ways. waits FOLDER PIPE: makes a FIFO in the
 * folder and reads from it, so somebody has to write to it. PIPE is a descriptor of an empty pipe
 * that the program has inherited. waits hidden: forbids others to look at it, and waits.
 *
 * Functions that begin with io_ wait for I/O, and the others do not. */

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_MS 100

static volatile double result;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int own_pipe[2];

#define FUNCTION __attribute__((noinline)) static void

FUNCTION compute(long n) {
    double x = 1.1;
    for (long i = 0; i < n; i++)
        x = 1.0 / (x + 0.1);
    result = x;
}

FUNCTION need(int is_right) {
    if (!is_right)
        exit(2);
}

/* A FIFO that is opened for reading and writing does not wait for another process to open it. */
FUNCTION io_from_fifo(const char* path) {
    char byte;
    const int fifo = open(path, O_RDWR);
    need(read(fifo, &byte, 1) == 1);
    close(fifo);
}

FUNCTION io_to_disk(const char* path) {
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < 10; i++)
        need(write(file, path, 1) == 1 && fsync(file) == 0);
    close(file);
}

/* The function that waits is the innermost one, so these two are parts of their callers. */
#define PART __attribute__((always_inline)) static inline

PART int poll_one(int end) {
    struct pollfd one = {end, POLLIN, 0};
    return poll(&one, 1, WAIT_MS);
}

FUNCTION poll_inherited(int end) {
    need(poll_one(end) == 0);
}

PART int select_one(int end) {
    fd_set ends;
    struct timeval time = {0, 1000 * WAIT_MS};
    FD_ZERO(&ends);
    FD_SET(end, &ends);
    return select(end + 1, &ends, NULL, NULL, &time);
}

FUNCTION select_inherited(int end) {
    need(select_one(end) == 0);
}

/* Waits in vain, because nobody sends. */
PART void receive(void) {
    const struct timeval time = {0, 1000 * WAIT_MS};
    int ends[2];
    char byte;
    need(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    need(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0);
    need(recv(ends[0], &byte, 1, 0) < 0);
    close(ends[0]);
    close(ends[1]);
}

FUNCTION io_socket(void) {
    receive();
}

FUNCTION io_in_child(void) {
    receive();
}

FUNCTION wait_for_child(void) {
    const pid_t child = fork();
    if (child == 0) {
        io_in_child();
        _exit(0);
    }
    need(waitpid(child, NULL, 0) == child);
}

FUNCTION only_sleep(void) {
    need(usleep(1000 * WAIT_MS) == 0);
    need(poll(NULL, 0, WAIT_MS) == 0);
}

static void* write_late(void* unused) {
    pthread_mutex_lock(&mutex);
    usleep(1000 * WAIT_MS);
    need(write(own_pipe[1], "x", 1) == 1);
    usleep(1000 * WAIT_MS);
    pthread_mutex_unlock(&mutex);
    return unused;
}

FUNCTION from_own_pipe(void) {
    char byte;
    need(read(own_pipe[0], &byte, 1) == 1);
}

FUNCTION poll_own_pipe(void) {
    need(poll_one(own_pipe[0]) == 0);
    need(select_one(own_pipe[0]) == 0);
}

FUNCTION at_mutex(void) {
    need(pthread_mutex_lock(&mutex) == 0);
    pthread_mutex_unlock(&mutex);
}

FUNCTION wait_for_thread(void) {
    pthread_t thread;
    need(pipe(own_pipe) == 0);
    poll_own_pipe();
    pthread_create(&thread, NULL, write_late, NULL);
    from_own_pipe();
    at_mutex();
    pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
    if (argc == 2 && strcmp(argv[1], "hidden") == 0) {
        need(prctl(PR_SET_DUMPABLE, 0) == 0);
        compute(8000000);
        io_socket();
        return 0;
    }
    char fifo[500];
    char file[500];
    need(argc == 3);
    const int inherited = atoi(argv[2]);
    snprintf(fifo, sizeof fifo, "%s/fifo.%d", argv[1], (int)getpid());
    snprintf(file, sizeof file, "%s/file.%d", argv[1], (int)getpid());
    compute(8000000);
    need(mkfifo(fifo, 0600) == 0);
    io_from_fifo(fifo);
    unlink(fifo);
    io_to_disk(file);
    unlink(file);
    poll_inherited(inherited);
    select_inherited(inherited);
    io_socket();
    wait_for_child();
    only_sleep();
    wait_for_thread();
    return 0;
}
