/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Message queues of both kinds: which message is received, and who has sent it.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/wait.h>

#include "asleep.h"

static const struct timespec long_ago = {1, 0};
static mqd_t queue, same_queue;
static int old_queue;

typedef struct {
    long type;
    char text[60];
} Message;

static mqd_t open_queue(int flags, long room) {
    char name[40];
    struct mq_attr attributes = {.mq_maxmsg = room, .mq_msgsize = 32};
    snprintf(name, sizeof name, "/hpcmp-test-%d", (int)getpid());
    const mqd_t opened = mq_open(name, flags, 0600, &attributes);
    MUST(opened != (mqd_t)-1);
    return opened;
}

/* To be called when all that need it have it open. */
static void unlink_queue(void) {
    char name[40];
    snprintf(name, sizeof name, "/hpcmp-test-%d", (int)getpid());
    MUST(mq_unlink(name) == 0);
}

static void put(const char* text, unsigned priority) {
    HPCMP_MARK(text);
    MUST(mq_send(queue, text, strlen(text) + 1, priority) == 0);
}

static void get(const char* text, const char* mark) {
    char got[32];
    unsigned priority;
    MUST(mq_receive(same_queue, got, sizeof got, &priority) > 0);
    MUST(strcmp(got, text) == 0);
    HPCMP_MARK(mark);
}

static void put_old(const char* text, long type) {
    Message message = {.type = type};
    strcpy(message.text, text);
    HPCMP_MARK(text);
    MUST(msgsnd(old_queue, &message, strlen(text) + 1, 0) == 0);
}

static void get_old(const char* text, long type, int flags, const char* mark) {
    Message message;
    const size_t room = (flags & MSG_NOERROR) != 0 ? 3 : sizeof message.text;
    MUST(msgrcv(old_queue, &message, room, type, flags) > 0);
    MUST(strncmp(message.text, text, 3) == 0);
    HPCMP_MARK(mark);
}

/* --- By priority, by type --- */

static void* put_low(void* unused) {
    put("low 1", 1);
    put("low 2", 1);
    put_old("blue 1", 1);
    put_old("blue 2", 1);
    return unused;
}

static void* put_high(void* unused) {
    put("high", 2);
    put_old("red", 2);
    put_old("red again", 2);
    put_old("green", 3);
    return unused;
}

/* Those who receive do so in turn, after all has been sent. */
static volatile int turn;

static void* get_high(void* unused) {
    wait_for_turn(&turn, 1);
    get("high", "got high");
    get_old("red", 2, 0, "got red");
    turn = 2;
    return unused;
}

static void* get_low(void* unused) {
    wait_for_turn(&turn, 2);
    get("low 1", "got low 1");
    get_old("blue 1", -2, MSG_NOERROR, "got blue 1");
    turn = 3;
    return unused;
}

static void* get_last(void* unused) {
    wait_for_turn(&turn, 3);
    get_old("red", 1, MSG_EXCEPT | IPC_NOWAIT, "got what is not blue");
    return unused;
}

/* Each receives of both senders; nothing else tells one of the other. */
static void in_order(void) {
    pthread_t receivers[] = {start(get_high, NULL), start(get_low, NULL), start(get_last, NULL)};
    pthread_t senders[] = {start(put_low, NULL), start(put_high, NULL)};
    for (int i = 0; i < 2; i++)
        join(senders[i]);
    turn = 1;
    for (int i = 0; i < 3; i++)
        join(receivers[i]);
}

/* --- The receiver waits --- */

static void* wait_for_message(void* unused) {
    get("late", "got late");
    get_old("late", 9, 0, "got late of old");
    return unused;
}

static void* put_late(void* unused) {
    put("late", 5);
    put_old("late of old", 9);
    return unused;
}

static void receiver_waits(void) {
    pthread_t receiver = start(wait_for_message, NULL);
    wait_until_others_sleep();
    in_a_thread(put_late, NULL);
    join(receiver);
}

/* --- What fails --- */

static void failures(mqd_t empty) {
    char got[32];
    Message message = {.type = 77};
    MUST(mq_receive(empty, got, 1, NULL) == -1 && errno == EMSGSIZE);
    MUST(mq_timedreceive(queue, got, sizeof got, NULL, &long_ago) == -1 && errno == ETIMEDOUT);
    MUST(mq_receive(empty, got, sizeof got, NULL) == -1 && errno == EAGAIN);
    MUST(mq_send(empty, got, 33, 0) == -1 && errno == EMSGSIZE);
    MUST(mq_send(-1, got, 3, 0) == -1 && errno == EBADF);
    MUST(mq_close(empty) == 0);
    MUST(msgrcv(old_queue, &message, 60, 99, IPC_NOWAIT) == -1 && errno == ENOMSG);
    message.type = 0;
    MUST(msgsnd(old_queue, &message, 60, 0) == -1 && errno == EINVAL);
    MUST(msgsnd(-1, &message, 60, 0) == -1 && errno == EINVAL);
}

static void drain(void) {
    char got[32];
    Message message;
    while (mq_timedreceive(queue, got, sizeof got, NULL, &long_ago) >= 0) {
    }
    while (msgrcv(old_queue, &message, 60, 0, IPC_NOWAIT) >= 0) {
    }
}

/* --- Many at once --- */

enum { N_SENDERS = 3, N_RECEIVERS = 2, N_EACH = 150 };

static void* send_many(void* sender) {
    for (int i = 1; i <= N_EACH; i++) {
        const int message[] = {(int)(intptr_t)sender, i};
        MUST(mq_send(queue, (const char*)message, sizeof message, i % 3) == 0);
    }
    return NULL;
}

static void* receive_many(void* number) {
    for (;;) {
        int got[8];
        MUST(mq_receive(queue, (char*)got, sizeof got, NULL) == 2 * sizeof *got);
        if (got[0] == 0)
            return NULL;
        fprintf(stderr, "new %ld: %d,%d\n", (long)(intptr_t)number, got[0], got[1]);
    }
}

typedef struct {
    long type;
    int numbers[2];
} Numbers;

static void* send_many_old(void* sender) {
    for (int i = 1; i <= N_EACH; i++) {
        const Numbers message = {1 + i % 3, {(int)(intptr_t)sender, i}};
        MUST(msgsnd(old_queue, &message, sizeof message.numbers, 0) == 0);
    }
    return NULL;
}

static void* receive_many_old(void* number) {
    for (;;) {
        Numbers got;
        MUST(msgrcv(old_queue, &got, sizeof got.numbers, 0, 0) == sizeof got.numbers);
        if (got.numbers[0] == 0)
            return NULL;
        fprintf(stderr, "old %ld: %d,%d\n", (long)(intptr_t)number, got.numbers[0], got.numbers[1]);
    }
}

/* first: the number that the next thread gets in the trace */
static void many(int first, void* (*receive)(void*), void* (*send)(void*)) {
    pthread_t receivers[N_RECEIVERS], senders[N_SENDERS];
    for (intptr_t i = 0; i < N_RECEIVERS; i++)
        receivers[i] = start(receive, (void*)(first + i));
    for (intptr_t i = 0; i < N_SENDERS; i++)
        senders[i] = start(send, (void*)(first + N_RECEIVERS + i));
    for (int i = 0; i < N_SENDERS; i++)
        join(senders[i]);
    const int end[2] = {0, 0};
    const Numbers old_end = {4, {0, 0}};
    for (int i = 0; i < N_RECEIVERS; i++) {
        if (receive == receive_many)
            MUST(mq_send(queue, (const char*)end, sizeof end, 0) == 0);
        else
            MUST(msgsnd(old_queue, &old_end, sizeof old_end.numbers, 0) == 0);
    }
    for (int i = 0; i < N_RECEIVERS; i++)
        join(receivers[i]);
}

/* --- A child's trace knows of no message that was there --- */

static void child(void) {
    put("of the parent", 1);
    const pid_t pid = fork();
    if (pid == 0) {
        get("of the parent", "child got");
        exit(0);
    }
    int status;
    MUST(waitpid(pid, &status, 0) == pid && status == 0);
    put("after the child", 1);
    get("after the child", "parent got");
}

int main(void) {
    mark_address("new", (void*)0x820000000001);
    mark_address("old", (void*)0x820000000002);
    queue = open_queue(O_RDWR | O_CREAT | O_EXCL, 10);
    same_queue = open_queue(O_RDWR, 10);
    const mqd_t not_waiting = open_queue(O_RDWR | O_NONBLOCK, 10);
    unlink_queue();
    old_queue = msgget(IPC_PRIVATE, 0600);
    MUST(old_queue >= 0);
    in_order();
    drain();
    receiver_waits();
    HPCMP_MARK("fails");
    failures(not_waiting);
    HPCMP_MARK("failed");
    many(9, receive_many, send_many);
    many(14, receive_many_old, send_many_old);
    child();
    mq_close(queue);
    mq_close(same_queue);
    MUST(msgctl(old_queue, IPC_RMID, NULL) == 0);
    return 0;
}
