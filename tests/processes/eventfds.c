// SPDX-License-Identifier: GPL-2.0-or-later
//
// Each round has an eventfd of its own, which a child gets through a socket, and in which tokens
// are left: the kernel gives all of them the same number.  Parent and child work one after the
// other.
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 10, WORK = 100000 };

static void expect(int good, int status) {
    if (!good)
        exit(status);
}

static void work(void) {
    for (volatile int i = 0; i < WORK; i++) {
    }
}

// Sends the descriptor, or returns the one that has been received.
static int hand_over(int through, int fd) {
    char byte = 'x';
    struct iovec data = {&byte, 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    struct cmsghdr* rights = CMSG_FIRSTHDR(&message);
    int* passed = (int*)CMSG_DATA(rights);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    *passed = fd;
    expect((fd >= 0 ? sendmsg(through, &message, 0) : recvmsg(through, &message, 0)) == 1, 3);
    return *passed;
}

static void child(int hand, int answers) {
    for (int round = 0; round < ROUNDS; round++) {
        const int tokens = hand_over(hand, -1);
        unsigned long long token;
        expect(read(tokens, &token, sizeof token) == sizeof token && token == 1, 4);
        close(tokens);
        work();
        expect(write(answers, "y", 1) == 1, 5);
    }
    exit(0);
}

static void parent(int hand, int answers) {
    for (int round = 0; round < ROUNDS; round++) {
        const unsigned long long several = 5;
        char answer;
        const int tokens = eventfd(0, EFD_SEMAPHORE);
        hand_over(hand, tokens);
        work();
        expect(write(tokens, &several, sizeof several) == sizeof several, 6);
        close(tokens);
        expect(read(answers, &answer, 1) == 1, 7);
    }
}

int main(void) {
    int hands[2], answers[2];
    expect(socketpair(AF_UNIX, SOCK_STREAM, 0, hands) == 0 && pipe(answers) == 0, 8);
    if (fork() == 0)
        child(hands[1], answers[1]);
    parent(hands[0], answers[0]);
    int status;
    expect(wait(&status) > 0 && status == 0, 9);
    puts("the child has had all");
    return 0;
}
