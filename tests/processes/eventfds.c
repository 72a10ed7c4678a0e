// SPDX-License-Identifier: GPL-2.0-or-later
//
// Each round has an eventfd of its own, which a child gets through a socket, and in which tokens
// are left: the kernel gives all of them the same number.  Parent and child work one after the
// other.
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "passed.h"

enum { ROUNDS = 10, WORK = 100000 };

static void expect(int good, int status) {
    if (!good)
        exit(status);
}

static void work(void) {
    for (volatile int i = 0; i < WORK; i++) {
    }
}

static void child(int hand, int answers) {
    for (int round = 0; round < ROUNDS; round++) {
        int tokens;
        unsigned long long token;
        expect(pass(hand, 0, &tokens, 1), 3);
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
        int tokens = eventfd(0, EFD_SEMAPHORE);
        expect(pass(hand, 1, &tokens, 1), 3);
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
