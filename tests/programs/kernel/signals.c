/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Signals from thread to thread: who receives which one.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "asleep.h"

static const struct timespec no_time = {0, 0};
static pthread_t receiver;

static sigset_t set_of(int signal) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    return set;
}

/* Another thread may take the signal that has woken this one. */
static int wait_for(int signal) {
    const sigset_t set = set_of(signal);
    siginfo_t info;
    int result;
    while ((result = sigwaitinfo(&set, &info)) == -1 && errno == EINTR) {
    }
    MUST(result == signal);
    return info.si_value.sival_int;
}

static void handle(int signal) {
    (void)signal;
    HPCMP_MARK("handled");
}

static void mark_and_kill(const char* mark, int signal) {
    HPCMP_MARK(mark);
    MUST(pthread_kill(receiver, signal) == 0);
}

/* --- In a handler --- */

static void* suspend(void* unused) {
    sigset_t none;
    sigemptyset(&none);
    MUST(sigsuspend(&none) == -1 && errno == EINTR);
    HPCMP_MARK("suspended no more");
    return unused;
}

static void* send_handled(void* unused) {
    mark_and_kill("sends to a handler", SIGUSR1);
    return unused;
}

static void by_handler(void) {
    const struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    receiver = start(suspend, NULL);
    wait_until_others_sleep();
    in_a_thread(send_handled, NULL);
    join(receiver);
}

/* --- Standard signals that are lost --- */

static volatile int two_sent;

static void* receive_two(void* unused) {
    const sigset_t set = set_of(SIGUSR2);
    int signal;
    wait_for_turn(&two_sent, 1);
    MUST(sigwait(&set, &signal) == 0 && signal == SIGUSR2);
    HPCMP_MARK("received first");
    MUST(sigtimedwait(&set, NULL, &no_time) == -1 && errno == EAGAIN);
    MUST(sigwait(&set, &signal) == 0 && signal == SIGUSR2);
    HPCMP_MARK("received third");
    return unused;
}

static void* send_marked(void* mark) {
    mark_and_kill(mark, SIGUSR2);
    return NULL;
}

static void lost(void) {
    receiver = start(receive_two, NULL);
    in_a_thread(send_marked, "first");
    in_a_thread(send_marked, "second");
    two_sent = 1;
    wait_until_others_sleep();
    in_a_thread(send_marked, "third");
    join(receiver);
}

/* --- Real-time signals queue; a thread's own come first --- */

static void* receive_queue(void* unused) {
    wait_until_others_sleep();
    MUST(wait_for(SIGRTMIN) == 3);
    HPCMP_MARK("received 3");
    MUST(wait_for(SIGRTMIN) == 1);
    HPCMP_MARK("received 1");
    MUST(wait_for(SIGRTMIN) == 2);
    HPCMP_MARK("received 2");
    return unused;
}

static void* queue(void* number) {
    const union sigval value = {.sival_int = (int)(intptr_t)number};
    const char* const marks[] = {"", "sends 1", "sends 2", "sends 3"};
    HPCMP_MARK(marks[value.sival_int]);
    if (value.sival_int == 3)
        MUST(pthread_sigqueue(receiver, SIGRTMIN, value) == 0);
    else
        MUST(sigqueue(getpid(), SIGRTMIN, value) == 0);
    return NULL;
}

static void queued(void) {
    receiver = start(receive_queue, NULL);
    for (intptr_t number = 1; number <= 3; number++)
        in_a_thread(queue, (void*)number);
    join(receiver);
}

/* --- signalfd --- */

static void* read_both(void* unused) {
    const sigset_t set = set_of(SIGRTMIN + 1);
    struct signalfd_siginfo info[3];
    const int fd = signalfd(-1, &set, 0);
    wait_until_others_sleep();
    MUST(read(fd, info, sizeof info) == 2 * sizeof *info);
    HPCMP_MARK("read both");
    close(fd);
    return unused;
}

static void* send_to_process(void* mark) {
    HPCMP_MARK(mark);
    MUST(kill(getpid(), SIGRTMIN + 1) == 0);
    return NULL;
}

static void by_descriptor(void) {
    receiver = start(read_both, NULL);
    in_a_thread(send_to_process, "sends one");
    in_a_thread(send_to_process, "sends another");
    join(receiver);
}

/* --- What is no event --- */

static sigjmp_buf after_fault;

static void leave(int signal) {
    (void)signal;
    siglongjmp(after_fault, 1);
}

static void* raise_and_wait(void* unused) {
    MUST(raise(SIGHUP) == 0);
    MUST(wait_for(SIGHUP) == 0);
    return unused;
}

static void nobody_sends(void) {
    signal(SIGSEGV, leave);
    if (sigsetjmp(after_fault, 1) == 0)
        *(volatile int*)16 = 1;
    ualarm(1000, 0);
    wait_for(SIGALRM);
    in_a_thread(raise_and_wait, NULL);
    signal(SIGTERM, SIG_IGN);
    MUST(kill(getpid(), 0) == 0);
    MUST(kill(getpid(), 99) == -1 && errno == EINVAL);
    MUST(pthread_kill(pthread_self(), 99) == EINVAL);
    MUST(syscall(SYS_tgkill, getpid(), 1 << 22, SIGTERM) == -1 && errno == ESRCH);
    MUST(sigqueue(1 << 22, SIGTERM, (union sigval){0}) == -1 && errno == ESRCH);
}

/* Ignored, so that nobody receives it; what is sent later is not that. */
static void* receive_after(void* unused) {
    sigset_t none;
    sigemptyset(&none);
    wait_until_others_sleep();
    MUST(sigsuspend(&none) == -1 && errno == EINTR);
    HPCMP_MARK("received what was not ignored");
    return unused;
}

static void* send_ignored(void* mark) {
    HPCMP_MARK(mark);
    MUST(kill(getpid(), SIGPWR) == 0);
    return NULL;
}

static void ignored(void) {
    const sigset_t set = set_of(SIGPWR);
    signal(SIGPWR, SIG_IGN);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    in_a_thread(send_ignored, "sends what is ignored");
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPWR, handle);
    receiver = start(receive_after, NULL);
    in_a_thread(send_ignored, "sends what is not");
    join(receiver);
}

/* --- Many at once --- */

enum { N_SENDERS = 3, N_RECEIVERS = 2, N_EACH = 200, STOP = 1 << 20 };
static int first_sender; /* number of its thread in the trace */

static void* send_many(void* sender) {
    for (int i = 1; i <= N_EACH; i++) {
        const union sigval value = {.sival_int = (int)(intptr_t)sender * 1000 + i};
        while (sigqueue(getpid(), SIGRTMIN + 2, value) != 0)
            usleep(1000);
    }
    return NULL;
}

static void* receive_many(void* number) {
    for (int value; (value = wait_for(SIGRTMIN + 2)) != STOP;)
        fprintf(stderr, "sent %ld: %d,%d\n", (long)(intptr_t)number, value / 1000, value % 1000);
    return NULL;
}

static void many(int n_threads) {
    pthread_t receivers[N_RECEIVERS], senders[N_SENDERS];
    const int first = n_threads + 1;
    first_sender = first + N_RECEIVERS;
    for (intptr_t i = 0; i < N_RECEIVERS; i++)
        receivers[i] = start(receive_many, (void*)(first + i));
    for (intptr_t i = 0; i < N_SENDERS; i++)
        senders[i] = start(send_many, (void*)(first_sender + i));
    for (int i = 0; i < N_SENDERS; i++)
        join(senders[i]);
    for (int i = 0; i < N_RECEIVERS; i++)
        MUST(sigqueue(getpid(), SIGRTMIN + 2, (union sigval){STOP}) == 0);
    for (int i = 0; i < N_RECEIVERS; i++)
        join(receivers[i]);
}

/* --- Standard signals in a hurry: many are lost, and each that arrives was sent --- */

static void* send_hastily(void* unused) {
    for (int i = 0; i < N_EACH; i++)
        MUST(pthread_kill(receiver, SIGIO) == 0);
    return unused;
}

static void* receive_hastily(void* unused) {
    sigset_t set = set_of(SIGIO);
    int signal, n = 0;
    sigaddset(&set, SIGRTMIN + 3);
    while (sigwait(&set, &signal) == 0 && signal == SIGIO)
        n++;
    fprintf(stderr, "hastily: %d\n", n);
    return unused;
}

static void hastily(void) {
    receiver = start(receive_hastily, NULL);
    pthread_t senders[N_SENDERS];
    for (int i = 0; i < N_SENDERS; i++)
        senders[i] = start(send_hastily, NULL);
    for (int i = 0; i < N_SENDERS; i++)
        join(senders[i]);
    MUST(pthread_kill(receiver, SIGRTMIN + 3) == 0);
    join(receiver);
}

static void* send_in_child(void* unused) {
    HPCMP_MARK("child sends");
    MUST(kill(getpid(), SIGUSR2) == 0);
    return unused;
}

/* A pending signal is the parent's only. */
static void child(void) {
    const sigset_t set = set_of(SIGUSR2);
    MUST(kill(getpid(), SIGUSR2) == 0);
    const pid_t pid = fork();
    if (pid == 0) {
        MUST(sigtimedwait(&set, NULL, &no_time) == -1 && errno == EAGAIN);
        in_a_thread(send_in_child, NULL);
        HPCMP_MARK("child waits");
        MUST(wait_for(SIGUSR2) == 0);
        exit(0);
    }
    int status;
    MUST(waitpid(pid, &status, 0) == pid && status == 0);
    MUST(wait_for(SIGUSR2) == 0);
}

int main(void) {
    sigset_t all;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    mark_address("usr1", (void*)(0x810000000000 + SIGUSR1));
    mark_address("usr2", (void*)(0x810000000000 + SIGUSR2));
    mark_address("queued", (void*)(0x810000000000 + SIGRTMIN));
    mark_address("read", (void*)(0x810000000000 + SIGRTMIN + 1));
    mark_address("many", (void*)(0x810000000000 + SIGRTMIN + 2));
    mark_address("hastily", (void*)(0x810000000000 + SIGIO));
    mark_address("pwr", (void*)(0x810000000000 + SIGPWR));
    by_handler();
    lost();
    queued();
    by_descriptor();
    HPCMP_MARK("nobody sends");
    nobody_sends();
    HPCMP_MARK("nobody sent");
    ignored();
    many(18);
    hastily();
    HPCMP_MARK("forks");
    child();
    return 0;
}
