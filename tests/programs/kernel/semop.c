/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System V semaphores: tokens, several at a time, waiting for zero, setting.
 */
#include <errno.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <time.h>

#include "asleep.h"

enum { TOKENS, COUNTDOWN, SET, LOCK, PAIR_A, PAIR_B, N_SEMS };

static const struct timespec soon = {0, 10000000};
static int set;

static int operate(int sem, int n, int flags) {
    struct sembuf operation = {(unsigned short)sem, (short)n, (short)flags};
    return semop(set, &operation, 1);
}

static void change(int sem, int n) {
    MUST(operate(sem, n, 0) == 0);
}

static int value_of(int sem) {
    return semctl(set, sem, GETVAL);
}

/* --- Tokens: one was there; those that are added are taken in that order --- */

static void* add_two(void* mark) {
    HPCMP_MARK(mark);
    change(TOKENS, 2);
    return NULL;
}

static void* take_some(void* unused) {
    wait_until_others_sleep();
    change(TOKENS, -1);
    HPCMP_MARK("took what was there");
    change(TOKENS, -1);
    HPCMP_MARK("took of the first");
    change(TOKENS, -2);
    HPCMP_MARK("took of both");
    return unused;
}

static void tokens(void) {
    pthread_t taker = start(take_some, NULL);
    in_a_thread(add_two, "adds first");
    in_a_thread(add_two, "adds second");
    join(taker);
    MUST(value_of(TOKENS) == 1);
}

/* --- Who takes waits --- */

static void* wait_for_token(void* unused) {
    change(PAIR_A, -1);
    HPCMP_MARK("was let through");
    return unused;
}

static void* let_through(void* unused) {
    HPCMP_MARK("lets through");
    change(PAIR_A, 1);
    return unused;
}

static void waiting(void) {
    pthread_t waiter = start(wait_for_token, NULL);
    wait_until_others_sleep();
    in_a_thread(let_through, NULL);
    join(waiter);
}

/* --- Waiting for zero: after all that counted down --- */

static void* count_down(void* mark) {
    HPCMP_MARK(mark);
    change(COUNTDOWN, -1);
    return NULL;
}

static void* wait_for_zero(void* unused) {
    change(COUNTDOWN, 0);
    HPCMP_MARK("is zero");
    return unused;
}

static void countdown(void) {
    MUST(semctl(set, COUNTDOWN, SETVAL, 3) == 0);
    pthread_t waiter = start(wait_for_zero, NULL);
    wait_until_others_sleep();
    pthread_t counters[] = {start(count_down, "counts 1"), start(count_down, "counts 2"),
                            start(count_down, "counts 3")};
    for (int i = 0; i < 3; i++)
        join(counters[i]);
    join(waiter);
}

/* --- Set --- */

static void* set_them(void* unused) {
    unsigned short values[N_SEMS] = {0};
    for (int i = 0; i < N_SEMS; i++)
        values[i] = (unsigned short)value_of(i);
    values[SET] = 1;
    values[LOCK] = 1;
    HPCMP_MARK("sets");
    MUST(semctl(set, 0, SETALL, values) == 0);
    return unused;
}

static void* take_set(void* unused) {
    wait_until_others_sleep();
    change(SET, -1);
    HPCMP_MARK("took what was set");
    return unused;
}

static void setting(void) {
    pthread_t taker = start(take_set, NULL);
    in_a_thread(set_them, NULL);
    join(taker);
}

/* --- What fails --- */

static void failures(void) {
    struct sembuf both[] = {{PAIR_A, 1, 0}, {PAIR_B, -1, IPC_NOWAIT}};
    MUST(operate(PAIR_A, -1, IPC_NOWAIT) == -1 && errno == EAGAIN);
    MUST(operate(TOKENS, 0, IPC_NOWAIT) == -1 && errno == EAGAIN);
    MUST(semop(set, both, 2) == -1 && errno == EAGAIN && value_of(PAIR_A) == 0);
    MUST(semtimedop(set, &(struct sembuf){PAIR_A, -1, 0}, 1, &soon) == -1 && errno == EAGAIN);
    MUST(operate(N_SEMS, 1, 0) == -1 && errno == EFBIG);
    MUST(operate(TOKENS, 32767, 0) == -1 && errno == ERANGE);
    MUST(semop(-1, both, 2) == -1 && errno == EINVAL);
    MUST(semop(set, NULL, 2) == -1 && errno == EFAULT);
    MUST(semctl(set, TOKENS, SETVAL, -1) == -1 && errno == ERANGE);
}

/* --- A lock that many want; who unlocked it last is known while one has it --- */

enum { N_THREADS = 4, N_ROUNDS = 100 };
static int last_thread = 1, last_unlock; /* the N-th release of the thread */

static void* lock_often(void* number) {
    const int self = (int)(intptr_t)number;
    for (int round = 1; round <= N_ROUNDS; round++) {
        change(LOCK, -1);
        fprintf(stderr, "locks %d: %d,%d\n", self, last_thread, last_unlock);
        last_thread = self;
        last_unlock = 2 * round; /* to take is a release, too */
        change(LOCK, 1);
    }
    return NULL;
}

/* first: the number that the next thread gets in the trace */
static void contention(int first) {
    pthread_t threads[N_THREADS];
    change(LOCK, -1);
    last_unlock = 2;
    change(LOCK, 1);
    for (intptr_t i = 0; i < N_THREADS; i++)
        threads[i] = start(lock_often, (void*)(first + i));
    for (int i = 0; i < N_THREADS; i++)
        join(threads[i]);
}

/* --- A child --- */

static void child(void) {
    change(PAIR_B, 1);
    const pid_t pid = fork();
    if (pid == 0) {
        change(PAIR_B, -1);
        exit(0);
    }
    int status;
    MUST(waitpid(pid, &status, 0) == pid && status == 0);
}

int main(void) {
    set = semget(IPC_PRIVATE, N_SEMS, 0600);
    MUST(set >= 0);
    MUST(semctl(set, TOKENS, SETVAL, 1) == 0);
    mark_address("tokens", (void*)0x830000000001);
    mark_address("waited", (void*)0x830000000002);
    mark_address("countdown", (void*)0x830000000003);
    tokens();
    waiting();
    countdown();
    setting();
    mark_address("lock", (void*)0x830000000005);
    HPCMP_MARK("fails");
    failures();
    HPCMP_MARK("failed");
    contention(13);
    child();
    MUST(semctl(set, 0, IPC_RMID) == 0);
    return 0;
}
