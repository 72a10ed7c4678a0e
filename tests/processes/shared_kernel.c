// SPDX-License-Identifier: GPL-2.0-or-later
//
// Work under locks of files, System V semaphores and message queues (shared.c).
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>

#include "shared.h"

// Locks the program's file.  Each process has an open file of its own.
static void under_flock(int member) {
    (void)member;
    int fd = open(program, O_RDONLY);
    for (int round = 0; round < ROUNDS; round++) {
        must(flock(fd, LOCK_EX) == 0, 14);
        alone();
        flock(fd, LOCK_UN);
    }
}

static void lock_record(int fd, int command, short type, int member) {
    struct flock lock = {
        .l_type = type, .l_whence = SEEK_SET, .l_start = member, .l_len = PROCESSES};
    must(fcntl(fd, command, &lock) == 0, 15);
}

static int open_records(void) {
    char file[4096];
    snprintf(file, sizeof file, "%s.records", program);
    int fd = open(file, O_RDWR | O_CREAT, 0600);
    must(fd >= 0, 16);
    return fd;
}

// Ranges that overlap.  The first process unlocks, two close another descriptor of the file, and
// the last one executes a program that does not know of it, and ends.
static void under_records(int member) {
    int fd = open_records(), rounds = member == PROCESSES - 1 ? 1 : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        lock_record(fd, F_SETLKW, F_WRLCK, member);
        alone();
        if (member == 0)
            lock_record(fd, F_SETLK, F_UNLCK, member);
        else if (member < PROCESSES - 1)
            close(open_records());
        else
            execl(program, program, "works", (char*)NULL);
    }
}

// Half of the processes own their locks, of the others the open files do: these exclude each other.
static void under_either_record(int member) {
    int fd = open_records(), command = member % 2 == 0 ? F_SETLKW : F_OFD_SETLKW;
    for (int round = 0; round < ROUNDS; round++) {
        lock_record(fd, command, F_WRLCK, 0);
        alone();
        lock_record(fd, command, F_UNLCK, 0);
    }
}

static void under_lockf(int member) {
    (void)member;
    int fd = open_records();
    for (int round = 0; round < ROUNDS; round++) {
        must(lockf(fd, F_LOCK, 10) == 0, 17);
        alone();
        must(lockf(fd, F_ULOCK, 10) == 0, 18);
    }
}

// All read the same bytes.
static void reading_records(int member) {
    (void)member;
    int fd = open_records();
    for (int round = 0; round < ROUNDS; round++) {
        lock_record(fd, F_SETLKW, F_RDLCK, 0);
        work();
        lock_record(fd, F_SETLKW, F_UNLCK, 0);
    }
}

static void operate(int number, short operation, short flags) {
    struct sembuf what = {(unsigned short)number, operation, flags};
    must(semop(shared->set, &what, 1) == 0, 19);
}

// All need both tokens, and give them back one at a time.
static void with_amounts(int member) {
    (void)member;
    for (int round = 0; round < ROUNDS; round++) {
        operate(0, -2, 0);
        alone();
        operate(0, 1, 0);
        operate(0, 1, 0);
    }
}

// Waits until nobody has it; the last one ends without giving it back.
static void until_zero(int member) {
    struct sembuf take[] = {{1, 0, 0}, {1, 1, SEM_UNDO}};
    int is_last = member == PROCESSES - 1;
    for (int round = 0; round < (is_last ? 1 : ROUNDS); round++) {
        must(semop(shared->set, take, 2) == 0, 19);
        alone();
        if (!is_last)
            operate(1, -1, SEM_UNDO);
    }
}

// As until_zero, but a token that is there at first is taken.
static void until_undone(int member) {
    int is_last = member == PROCESSES - 1;
    for (int round = 0; round < (is_last ? 1 : ROUNDS); round++) {
        operate(2, -1, SEM_UNDO);
        alone();
        if (!is_last)
            operate(2, 1, SEM_UNDO);
    }
}

// In a ring.
static void with_set(int member) {
    for (int round = 0; round < ROUNDS; round++) {
        operate(3 + member, -1, 0);
        alone();
        operate(3 + (member + 1) % PROCESSES, 1, 0);
    }
}

typedef struct {
    long type;
    int count;
} Message;

// In a ring: each one receives messages of its own type.  Nobody receives those of the last type.
static void with_messages(int member) {
    for (int round = 0; round < ROUNDS; round++) {
        Message message;
        must(msgrcv(shared->queue, &message, sizeof message.count, member + 1, 0) > 0, 27);
        alone();
        message.type = PROCESSES + 1;
        must(msgsnd(shared->queue, &message, sizeof message.count, 0) == 0, 28);
        message.type = (member + 1) % PROCESSES + 1;
        message.count = shared->count;
        must(msgsnd(shared->queue, &message, sizeof message.count, 0) == 0, 28);
    }
}

// A process works while it has the only message.  It does not ask for the priority.
static void with_one_message(int member) {
    (void)member;
    mqd_t queue = mq_open(name, O_RDWR);
    for (int round = 0; round < ROUNDS; round++) {
        int count[2];
        must(mq_receive(queue, (char*)count, sizeof count, NULL) == sizeof count, 29);
        alone();
        count[0] = shared->count;
        must(mq_send(queue, (char*)count, sizeof count, 3) == 0, 30);
    }
}

const Kind kernel_kinds[] = {
    {"messages", with_messages},
    {"mqueue", with_one_message},
    {"flock", under_flock},
    {"records", under_records},
    {"either", under_either_record},
    {"lockf", under_lockf},
    {"reading", reading_records},
    {"amounts", with_amounts},
    {"zero", until_zero},
    {"undo", until_undone},
    {"set", with_set},
    {NULL, NULL},
};

void make_kernel_objects(void) {
    Message first = {1, 0};
    shared->queue = msgget(IPC_PRIVATE, 0600);
    must(msgsnd(shared->queue, &first, sizeof first.count, 0) == 0, 28);
    int zeros[2] = {0, 0};
    struct mq_attr room = {.mq_maxmsg = PROCESSES, .mq_msgsize = sizeof zeros};
    mqd_t queue = mq_open(name, O_WRONLY | O_CREAT | O_EXCL, 0600, &room);
    must(mq_send(queue, (char*)zeros, sizeof zeros, 3) == 0, 30);
    mq_close(queue);
    unsigned short values[] = {2, 0, 1, 1, 0, 0, 0};
    shared->set = semget(IPC_PRIVATE, 3 + PROCESSES, 0600);
    must(shared->set >= 0 && semctl(shared->set, 0, SETALL, values) == 0, 26);
}

void remove_kernel_objects(void) {
    mq_unlink(name);
    semctl(shared->set, 0, IPC_RMID);
    msgctl(shared->queue, IPC_RMID, NULL);
}
