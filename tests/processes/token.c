// SPDX-License-Identifier: GPL-2.0-or-later
//
// Three processes in a ring pass a token on, and work only while they have it.
//
// usage: token pipe|pair|event|tcp|tcp6|unix|packets|fifo|passed|passed-event|reopened
//              forks|executes
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "passed.h"

enum { PROCESSES = 3, ROUNDS = 10, WORK = 100000 };

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

// Where member `from` accepts, and its successor connects.
static int listens[PROCESSES];
static struct sockaddr_storage addresses[PROCESSES];
static socklen_t sizes[PROCESSES];
static int type = SOCK_STREAM;

static int listen_at_own_address(const char* kind, int member) {
    struct sockaddr_un* local = (struct sockaddr_un*)&addresses[member];
    struct sockaddr_in* inet = (struct sockaddr_in*)&addresses[member];
    struct sockaddr_in6* inet6 = (struct sockaddr_in6*)&addresses[member];
    sizes[member] = sizeof addresses[member];
    if (strcmp(kind, "tcp") == 0) {
        inet->sin_family = AF_INET;
        inet->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        sizes[member] = sizeof *inet;
    } else if (strcmp(kind, "tcp6") == 0) {
        inet6->sin6_family = AF_INET6;
        inet6->sin6_addr = in6addr_loopback;
        sizes[member] = sizeof *inet6;
    } else {
        local->sun_family = AF_UNIX;
        type = strcmp(kind, "unix") == 0 ? SOCK_STREAM : SOCK_SEQPACKET;
        sizes[member] = sizeof local->sun_family; // of the kernel's choice
    }
    int fd = socket(addresses[member].ss_family, type, 0);
    if (bind(fd, (struct sockaddr*)&addresses[member], sizes[member]) || listen(fd, 1))
        return -1;
    sizes[member] = sizeof addresses[member];
    return getsockname(fd, (struct sockaddr*)&addresses[member], &sizes[member]) ? -1 : fd;
}

// Opened by name.
static void open_own(int member) {
    char name[16];
    sprintf(name, "fifo%d", member);
    out[member] = open(name, O_RDWR); // does not wait
    sprintf(name, "fifo%d", (member + PROCESSES - 1) % PROCESSES);
    in[member] = open(name, O_RDONLY);
    if (out[member] < 0 || in[member] < 0)
        exit(10);
}

static void remove_fifos(void) {
    for (int member = 0; member < PROCESSES; member++) {
        char name[16];
        sprintf(name, "fifo%d", member);
        unlink(name);
    }
}

// Through which the first member sends each other one its ends.
static int hands[PROCESSES][2];

static void hand_over(int member, int is_sender) {
    int fds[2] = {in[member], out[member]};
    if (!pass(hands[member][is_sender ? 0 : 1], is_sender, fds, 2))
        exit(11);
    in[member] = fds[0];
    out[member] = fds[1];
}

static void give_all(int are_events) {
    for (int from = 0; from < PROCESSES; from++) {
        int fds[2];
        if (are_events)
            fds[0] = fds[1] = eventfd(0, 0);
        else if (pipe(fds))
            exit(12);
        out[from] = fds[1];
        in[(from + 1) % PROCESSES] = fds[0];
    }
    for (int member = 1; member < PROCESSES; member++)
        hand_over(member, 1);
}

// Closes the inherited descriptors, and opens its own ones again as its parent's.
static void get_own_again(int member) {
    for (int fd = 0; fd < PROCESSES; fd++) {
        close(in[fd]);
        close(out[fd]);
    }
    int* const ends[] = {&in[member], &out[member]};
    for (int i = 0; i < 2; i++) {
        char name[48];
        sprintf(name, "/proc/%d/fd/%d", getppid(), *ends[i]);
        *ends[i] = open(name, i == 0 ? O_RDONLY : O_WRONLY);
        if (*ends[i] < 0)
            exit(16);
    }
}

// Only then it has one.
static void connect_own(const char* kind, int member) {
    const int before = (member + PROCESSES - 1) % PROCESSES;
    if (strcmp(kind, "fifo") == 0)
        open_own(member);
    else if (strcmp(kind, "reopened") == 0 && member > 0)
        get_own_again(member);
    else if (strncmp(kind, "passed", 6) == 0 && member == 0)
        give_all(strcmp(kind, "passed-event") == 0);
    else if (strncmp(kind, "passed", 6) == 0)
        hand_over(member, 0);
    if (listens[member] == 0)
        return;
    in[member] = socket(addresses[before].ss_family, type, 0);
    if (connect(in[member], (struct sockaddr*)&addresses[before], sizes[before]))
        exit(7);
    out[member] = accept(listens[member], NULL, NULL);
    if (out[member] < 0)
        exit(8);
}

static void connect_to_next(const char* kind, int from) {
    int fds[2];
    if (strcmp(kind, "event") == 0) {
        fds[0] = fds[1] = eventfd(0, 0);
    } else if (strncmp(kind, "tcp", 3) == 0 || strcmp(kind, "unix") == 0 ||
               strcmp(kind, "packets") == 0) {
        listens[from] = listen_at_own_address(kind, from);
        if (listens[from] < 0)
            exit(9);
        return;
    } else if (strcmp(kind, "fifo") == 0) {
        char name[16];
        sprintf(name, "fifo%d", from);
        if (mkfifo(name, 0600))
            exit(13);
        return;
    } else if (strncmp(kind, "passed", 6) == 0) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, hands[from]))
            exit(14);
        return;
    } else if (strcmp(kind, "pair") != 0 ? pipe(fds) : socketpair(AF_UNIX, SOCK_STREAM, 0, fds)) {
        exit(5);
    }
    out[from] = fds[1];
    in[(from + 1) % PROCESSES] = fds[0];
}

static void begin(char* self, const char* kind, const char* how, int member) {
    if (fork() != 0)
        return;
    connect_own(kind, member);
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
        begin(argv[0], argv[1], argv[2], member);
    connect_own(argv[1], 0);
    for (int round = 0; round < ROUNDS; round++) { // it has the token at first
        work();
        put(out[0]);
        take(in[0]);
    }
    if (strcmp(argv[1], "fifo") == 0)
        remove_fifos();
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    return failed != 0;
}
