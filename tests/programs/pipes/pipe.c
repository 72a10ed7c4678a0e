/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pipes, pairs of sockets and eventfds between threads: whoever reads comes after
 * who wrote what it got, and after nobody else.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "mark.h"

enum { BIG = 300000 };

static void* volatile nowhere = (void*)8;

static int fds[2], others[2];

static void write_all(int fd, const void* data, size_t size) {
    MUST(write(fd, data, size) == (ssize_t)size);
}

static void read_all(int fd, void* data, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t n = read(fd, (char*)data + done, size - done);
        MUST(n > 0);
        done += n;
    }
}

static void* write_three(void* text) {
    HPCMP_MARK(text);
    write_all(fds[1], text, 3);
    return NULL;
}

static void read_and_mark(const char* mark, size_t size) {
    char data[100];
    read_all(fds[0], data, size);
    HPCMP_MARK(mark);
}

/* The thread has written when there are so many bytes; nothing says so to us. */
static pthread_t start_to_write(char* text, int n_bytes) {
    const pthread_t thread = start(write_three, text);
    int n;
    do {
        usleep(1000);
        MUST(ioctl(fds[0], FIONREAD, &n) == 0);
    } while (n < n_bytes);
    return thread;
}

/* Bytes by their position: "one", "two" and "six" lie in the pipe. */
static void by_position(void) {
    MUST(pipe(fds) == 0);
    const pthread_t threads[] = {start_to_write("one", 3), start_to_write("two", 6),
                                 start_to_write("six", 9)};
    HPCMP_MARK("reads");
    read_and_mark("got on", 2);
    read_and_mark("got etw", 3);
    read_and_mark("got osix", 4);
    for (int i = 0; i < 3; i++)
        join(threads[i]);
    close(fds[0]);
    close(fds[1]);
}

static void* write_big(void* unused) {
    char* data = calloc(1, BIG);
    HPCMP_MARK("writes much");
    write_all(fds[1], data, BIG);
    free(data);
    return unused;
}

/* More than a pipe holds: the reader has the beginning before the writer returns. */
static void big(void) {
    char* data = malloc(BIG);
    MUST(pipe(fds) == 0);
    pthread_t writer = start(write_big, NULL);
    read_all(fds[0], data, 1);
    HPCMP_MARK("read a little");
    read_all(fds[0], data, BIG - 1);
    join(writer);
    free(data);
    close(fds[0]);
    close(fds[1]);
}

static void* echo(void* unused) {
    char data[3];
    MUST(recv(others[1], data, sizeof data, 0) == 3);
    HPCMP_MARK("request got");
    MUST(send(others[1], data, 1, 0) == 1);
    return unused;
}

/* Both directions of a pair of sockets, through copies of the descriptors. */
static void sockets(void) {
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0);
    others[0] = dup(fds[0]);
    others[1] = fcntl(fds[1], F_DUPFD, 100);
    MUST(others[1] >= 100);
    close(fds[0]);
    close(fds[1]);
    pthread_t thread = start(echo, NULL);
    HPCMP_MARK("asks");
    struct iovec parts[2] = {{"a", 1}, {"sk", 2}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    MUST(sendmsg(others[0], &message, 0) == 3);
    read_all(others[0], parts[0].iov_base = (char[1]){0}, 1);
    HPCMP_MARK("answer got");
    join(thread);
    close(others[0]);
    close(others[1]);
}

static void* send_empty(void* unused) {
    HPCMP_MARK("sends nothing");
    MUST(send(fds[1], "", 0, 0) == 0);
    return unused;
}

/* Messages: each is received as one, however little of it is asked for. */
static void messages(void) {
    char data[3];
    MUST(socketpair(AF_UNIX, SOCK_DGRAM, 0, fds) == 0);
    in_a_thread(write_three, "six");
    in_a_thread(write_three, "two");
    in_a_thread(send_empty, NULL);
    MUST(recv(fds[0], data, 1, MSG_PEEK) == 1);
    MUST(recv(fds[0], data, 1, 0) == 1);
    MUST(recv(fds[0], data, 3, 0) == 3 && memcmp(data, "two", 3) == 0);
    MUST(recv(fds[0], data, 3, 0) == 0);
    close(fds[0]);
    close(fds[1]);
}

static void* add(void* value) {
    MUST(eventfd_write(fds[0], (uintptr_t)value) == 0);
    return NULL;
}

static void counters(void) {
    eventfd_t value;
    fds[0] = eventfd(0, EFD_NONBLOCK);
    MUST(eventfd_read(fds[0], &value) == -1 && errno == EAGAIN);
    in_a_thread(add, (void*)3);
    in_a_thread(add, (void*)4);
    MUST(eventfd_read(fds[0], &value) == 0 && value == 7);
    close(fds[0]);
    fds[0] = eventfd(1, EFD_SEMAPHORE | EFD_NONBLOCK);
    in_a_thread(add, (void*)2);
    for (int i = 0; i < 3; i++)
        MUST(eventfd_read(fds[0], &value) == 0 && value == 1);
    MUST(eventfd_read(fds[0], &value) == -1 && errno == EAGAIN);
    close(fds[0]);
}

/* Nothing of this is an event. */
static void failures(void) {
    char data[2] = "ab";
    MUST(pipe2(fds, O_NONBLOCK | O_CLOEXEC) == 0);
    MUST(read(fds[0], data, 1) == -1 && errno == EAGAIN);
    MUST(read(fds[0], data, 0) == 0);
    MUST(write(fds[0], data, 1) == -1 && errno == EBADF);
    MUST(write(fds[1], nowhere, 1) == -1 && errno == EFAULT);
    MUST(dup2(-1, fds[1]) == -1 && errno == EBADF);
    MUST(pipe(nowhere) == -1 && errno == EFAULT);
    close(fds[0]);
    MUST(write(-1, data, 1) == -1 && errno == EBADF);
    MUST(close(-1) == -1 && errno == EBADF);
}

static void* splice_on(void* unused) {
    MUST(splice(fds[0], NULL, others[1], NULL, 3, 0) == 3);
    return unused;
}

/* From pipe to pipe inside the kernel. */
static void spliced(void) {
    char data[3];
    MUST(pipe(fds) == 0 && pipe(others) == 0);
    HPCMP_MARK("splices");
    in_a_thread(write_three, "one");
    in_a_thread(splice_on, NULL);
    MUST(tee(others[0], fds[1], 2, 0) == 2);
    read_all(others[0], data, 3);
    read_all(fds[0], data, 2);
}

int main(void) {
    HPCMP_MARK("pipe=0x800000000001");
    HPCMP_MARK("big=0x800000000002");
    HPCMP_MARK("request=0x800000000003");
    HPCMP_MARK("answer=0x800000000004");
    HPCMP_MARK("messages=0x800000000005");
    HPCMP_MARK("counter=0x800000000007");
    HPCMP_MARK("tokens=0x800000000008");
    HPCMP_MARK("failed=0x800000000009");
    HPCMP_MARK("spliced from=0x80000000000a");
    HPCMP_MARK("spliced to=0x80000000000b");
    by_position();
    big();
    sockets();
    messages();
    counters();
    failures();
    spliced();
    return 0;
}
