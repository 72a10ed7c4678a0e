/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads of one process that talk through a connection: what is written comes before what is
 * read, the end and a reset after what the other one did, also if it has closed its end before
 * this one was accepted.
 *
 * usage: connection tcp|unix|packets
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "asleep.h"

static int family, type, listener;
static struct sockaddr_storage address;
static socklen_t address_size;
static volatile int turn;

static void listen_somewhere(const char* kind) {
    struct sockaddr_in* inet = (struct sockaddr_in*)&address;
    family = strcmp(kind, "tcp") == 0 ? AF_INET : AF_UNIX;
    type = strcmp(kind, "packets") == 0 ? SOCK_SEQPACKET : SOCK_STREAM;
    address.ss_family = family;
    address_size = sizeof address.ss_family;
    if (family == AF_INET) {
        inet->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address_size = sizeof *inet;
    }
    listener = socket(family, type, 0);
    MUST(listener >= 0 && bind(listener, (struct sockaddr*)&address, address_size) == 0);
    MUST(listen(listener, 4) == 0);
    address_size = sizeof address;
    MUST(getsockname(listener, (struct sockaddr*)&address, &address_size) == 0);
}

static int connected(void) {
    const int fd = socket(family, type, 0);
    MUST(connect(fd, (struct sockaddr*)&address, address_size) == 0);
    return fd;
}

static int connected_later(void) {
    int error = 0;
    socklen_t size = sizeof error;
    const int fd = socket(family, type | SOCK_NONBLOCK, 0);
    struct pollfd writable = {fd, POLLOUT, 0};
    MUST(connect(fd, (struct sockaddr*)&address, address_size) == 0 || errno == EINPROGRESS);
    MUST(poll(&writable, 1, -1) == 1);
    MUST(getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0);
    MUST(fcntl(fd, F_SETFL, 0) == 0);
    return fd;
}

static void take(int fd, char expected) {
    char byte;
    MUST(read(fd, &byte, 1) == 1 && byte == expected);
}

static void* talk(void* unused) {
    char byte;
    const int fd = connected();
    HPCMP_MARK("asks");
    MUST(send(fd, "?", 1, 0) == 1);
    take(fd, '!');
    HPCMP_MARK("has the answer");
    HPCMP_MARK("says no more");
    MUST(shutdown(fd, SHUT_WR) == 0);
    take(fd, '.');
    HPCMP_MARK("has heard the last word");
    MUST(write(fd, "x", 1) < 0 && errno == EPIPE);
    MUST(read(fd, &byte, 1) == 0 || errno == ECONNRESET);
    HPCMP_MARK("sees the end");
    close(fd);
    return unused;
}

static void be_talked_to(void) {
    char byte;
    const pthread_t other = start(talk, NULL);
    const int fd = accept(listener, NULL, NULL);
    take(fd, '?');
    HPCMP_MARK("is asked");
    HPCMP_MARK("answers");
    MUST(write(fd, "!", 1) == 1);
    MUST(read(fd, &byte, 1) == 0);
    HPCMP_MARK("hears no more");
    MUST(write(fd, ".", 1) == 1);
    wait_until_others_sleep();
    HPCMP_MARK("goes away");
    close(fd);
    join(other);
}

static void* is_gone_early(void* unused) {
    const int fd = connected_later();
    HPCMP_MARK("leaves a word");
    MUST(write(fd, "w", 1) == 1);
    close(fd);
    turn = 1;
    wait_for_turn(&turn, 2);
    return unused;
}

/* The accepted connection has been closed at the other end. */
static void find_what_was_left(void) {
    char byte;
    const pthread_t other = start(is_gone_early, NULL);
    wait_for_turn(&turn, 1);
    const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    take(fd, 'w');
    HPCMP_MARK("finds it");
    MUST(read(fd, &byte, 1) == 0);
    close(fd);
    turn = 2;
    join(other);
}

static void* is_reset(void* unused) {
    char byte;
    const int fd = connected();
    MUST(write(fd, "never read", 10) == 10);
    MUST(read(fd, &byte, 1) < 0 && errno == ECONNRESET);
    HPCMP_MARK("is reset");
    close(fd);
    return unused;
}

static void reset(void) {
    const pthread_t other = start(is_reset, NULL);
    const int fd = accept(listener, NULL, NULL);
    struct pollfd readable = {fd, POLLIN, 0};
    MUST(poll(&readable, 1, -1) == 1);
    wait_until_others_sleep();
    HPCMP_MARK("resets");
    close(fd);
    join(other);
}

int main(int argc, char** argv) {
    MUST(argc == 2);
    signal(SIGPIPE, SIG_IGN);
    listen_somewhere(argv[1]);
    be_talked_to();
    if (family == AF_INET)
        find_what_was_left();
    reset();
    return 0;
}
