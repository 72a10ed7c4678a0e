// SPDX-License-Identifier: GPL-2.0-or-later
//
// Four processes in a ring pass a token on, and work only while they have it.
//
// usage: token pipe|pair|event forks|executes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 4, ROUNDS = 10, WORK = 100000 };

static int in[PROCESSES], out[PROCESSES]; // of each: where it takes the token, and puts it

static void work(void) {
    for (volatile int i = 0; i < WORK; i++) {
    }
}

// An eventfd has 8 bytes.
static void put(int fd) {
    unsigned long long token = 1;
    if (write(fd, &token, sizeof token) != sizeof token)
        exit(3);
}

static void take(int fd) {
    unsigned long long token;
    if (read(fd, &token, sizeof token) != sizeof token)
        exit(4);
}

static void take_part(int own, int to) {
    for (int round = 0; round < ROUNDS; round++) {
        take(own);
        work();
        put(to);
    }
}

static void connect_to_next(const char* kind, int from) {
    int fds[2];
    if (strcmp(kind, "event") == 0)
        fds[0] = fds[1] = eventfd(0, 0);
    else if (strcmp(kind, "pipe") == 0 ? pipe(fds) : socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
        exit(5);
    out[from] = fds[1];
    in[(from + 1) % PROCESSES] = fds[0];
}

static void begin(char* self, const char* how, int member) {
    if (fork() != 0)
        return;
    if (strcmp(how, "executes") == 0) {
        char own[16], to[16];
        sprintf(own, "%d", in[member]);
        sprintf(to, "%d", out[member]);
        execl(self, self, own, to, (char*)NULL);
        _exit(6);
    }
    take_part(in[member], out[member]);
    exit(0);
}

int main(int argc, char** argv) {
    if (argc != 3)
        return 2;
    if (atoi(argv[1]) > 0) {
        take_part(atoi(argv[1]), atoi(argv[2]));
        return 0;
    }
    for (int member = 0; member < PROCESSES; member++)
        connect_to_next(argv[1], member);
    for (int member = 1; member < PROCESSES; member++)
        begin(argv[0], argv[2], member);
    put(out[PROCESSES - 1]);
    take_part(in[0], out[0]);
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    return failed != 0;
}
