/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Transfers that wait, fail or are interrupted, while there is another thread: they
 * return what they must.  With the argument "killed" the program writes where nobody
 * reads and dies of it, with "exit" it ends while threads wait.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

#include "asleep.h"
#include "old_kernel.h"

enum { ROOM = 65536, MUCH = 1000000 };

static void* volatile nowhere = (void*)8;

static int fds[2];
static char data[MUCH], back[MUCH];
static volatile sig_atomic_t n_signals;
static sigjmp_buf out;

static void make_pipe(void) {
    MUST(pipe(fds) == 0);
    MUST(fcntl(fds[1], F_SETPIPE_SZ, ROOM) == ROOM);
}

static void make_pair(int type) {
    MUST(socketpair(AF_UNIX, type, 0, fds) == 0);
}

static void close_both(void) {
    close(fds[0]);
    close(fds[1]);
}

static void count_signal(int unused) {
    (void)unused;
    n_signals = n_signals + 1;
}

static void write_x(int unused) {
    count_signal(unused);
    MUST(write(fds[1], "x", 1) == 1);
}

static void jump_out(int unused) {
    count_signal(unused);
    siglongjmp(out, 1);
}

static void on(int signal, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    MUST(sigaction(signal, &action, NULL) == 0);
    n_signals = 0;
}

/* After so many milliseconds, and then every so many. */
static void alarm_in(int ms, int interval_ms) {
    struct itimerval timer = {{0, interval_ms * 1000}, {0, ms * 1000}};
    MUST(setitimer(ITIMER_REAL, &timer, NULL) == 0);
}

/* By a thread that does not take the signal itself. */
static void* alarm_sleepers(void* unused) {
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    wait_until_others_sleep();
    alarm_in(1, 0);
    return unused;
}

static void alarm_when_asleep(void) {
    MUST(pthread_detach(start(alarm_sleepers, NULL)) == 0);
}

/*------------------------------------------------------------*/
/*--- Signals                                               ---*/
/*------------------------------------------------------------*/

static void interrupted_reads(void) {
    make_pipe();
    on(SIGALRM, count_signal, 0);
    alarm_when_asleep();
    MUST(read(fds[0], data, 1) == -1 && errno == EINTR && n_signals == 1);
    on(SIGALRM, write_x, SA_RESTART);
    alarm_when_asleep();
    MUST(read(fds[0], data, 9) == 1 && data[0] == 'x' && n_signals == 1);
    on(SIGALRM, jump_out, 0);
    alarm_when_asleep();
    if (sigsetjmp(out, 1) == 0)
        MUST(read(fds[0], data, 1) == 0 && !"it returned");
    MUST(n_signals == 1);
    MUST(write(fds[1], "y", 1) == 1 && read(fds[0], data, 9) == 1 && data[0] == 'y');
    close_both();
}

static void interrupted_writes(void) {
    make_pipe();
    on(SIGALRM, count_signal, 0);
    alarm_when_asleep();
    MUST(write(fds[1], data, ROOM + 10) == ROOM && n_signals == 1);
    alarm_when_asleep();
    MUST(write(fds[1], data, 1) == -1 && errno == EINTR && n_signals == 2);
    on(SIGALRM, count_signal, SA_RESTART);
    MUST(read(fds[0], back, ROOM) == ROOM);
    alarm_when_asleep();
    MUST(write(fds[1], data, ROOM + 10) == ROOM && n_signals == 1);
    close_both();
}

static void* read_much(void* unused) {
    for (size_t n = 0; n < MUCH;) {
        const ssize_t part = read(fds[0], back + n, MUCH - n);
        MUST(part > 0);
        n += (size_t)part;
        if (n > MUCH / 4)
            usleep(200);
    }
    return unused;
}

/* Nothing is lost, doubled or changed. */
static void many_interruptions(void) {
    on(SIGALRM, count_signal, SA_RESTART);
    for (size_t i = 0; i < MUCH; i++)
        data[i] = (char)(i * 31 + i / 1000);
    pthread_t reader = start(read_much, NULL);
    alarm_in(1, 1);
    for (size_t n = 0; n < MUCH;) {
        const ssize_t part = write(fds[1], data + n, MUCH - n);
        MUST(part > 0);
        n += (size_t)part;
    }
    alarm_in(0, 0);
    join(reader);
    MUST(memcmp(data, back, MUCH) == 0);
    memset(back, 0, MUCH);
    close_both();
}

/* The signal has been handled when the call returns. */
static void nobody_reads(void) {
    make_pipe();
    close(fds[0]);
    on(SIGPIPE, count_signal, 0);
    MUST(write(fds[1], data, 1) == -1 && errno == EPIPE && n_signals == 1);
    MUST(write(fds[1], data, 1) == -1 && errno == EPIPE && n_signals == 2);
    on(SIGPIPE, SIG_IGN, 0);
    MUST(write(fds[1], data, 1) == -1 && errno == EPIPE && n_signals == 0);
    close(fds[1]);
    make_pair(SOCK_STREAM);
    close(fds[0]);
    on(SIGPIPE, count_signal, 0);
    MUST(send(fds[1], data, 1, MSG_NOSIGNAL) == -1 && errno == EPIPE && n_signals == 0);
    MUST(send(fds[1], data, 1, 0) == -1 && errno == EPIPE && n_signals == 1);
    MUST(read(fds[1], data, 1) == 0);
    close(fds[1]);
}

static void* stop_reading(void* unused) {
    wait_until_others_sleep();
    close(fds[0]);
    return unused;
}

static void reader_goes_away(void) {
    make_pipe();
    on(SIGPIPE, count_signal, 0);
    pthread_t thread = start(stop_reading, NULL);
    MUST(write(fds[1], data, ROOM + 10) == ROOM && n_signals == 1);
    join(thread);
    close(fds[1]);
}

/*------------------------------------------------------------*/
/*--- Not to wait, or not for ever                          ---*/
/*------------------------------------------------------------*/

static void no_waiting(void) {
    make_pipe();
    MUST(fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0);
    MUST(read(fds[0], data, 1) == -1 && errno == EAGAIN);
    MUST(write(fds[1], data, ROOM + 10) == ROOM);
    MUST(write(fds[1], data, 1) == -1 && errno == EAGAIN);
    close_both();
    make_pair(SOCK_SEQPACKET);
    MUST(recv(fds[0], data, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    struct timeval limit = {0, 30000};
    MUST(setsockopt(fds[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
    MUST(read(fds[0], data, 1) == -1 && errno == EAGAIN);
    close_both();
}

static void* send_twice(void* unused) {
    MUST(send(fds[1], "ab", 2, 0) == 2);
    wait_until_others_sleep();
    MUST(send(fds[1], "cd", 2, 0) == 2);
    return unused;
}

static void all_of_it(void) {
    make_pair(SOCK_STREAM);
    pthread_t thread = start(send_twice, NULL);
    MUST(recv(fds[0], data, 4, MSG_WAITALL) == 4 && memcmp(data, "abcd", 4) == 0);
    join(thread);
    close_both();
}

/*------------------------------------------------------------*/
/*--- Wrong and odd                                         ---*/
/*------------------------------------------------------------*/

static void errors(void) {
    make_pipe();
    MUST(write(fds[1], "ab", 2) == 2);
    MUST(read(fds[0], nowhere, 1) == -1 && errno == EFAULT);
    MUST(readv(fds[0], nowhere, 1) == -1 && errno == EFAULT);
    MUST(read(fds[0], data, 0) == 0 && write(fds[1], data, 0) == 0);
    MUST(read(fds[0], data, 5) == 2 && memcmp(data, "ab", 2) == 0);
    MUST(read(fds[1], data, 1) == -1 && errno == EBADF);
    MUST(write(fds[0], data, 1) == -1 && errno == EBADF);
    close_both();
}

static void descriptor_in_a_message(void) {
    make_pair(SOCK_STREAM);
    char room[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec part = {data, 2};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr* control = CMSG_FIRSTHDR(&message);
    *control = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(control), &fds[0], sizeof(int));
    MUST(sendmsg(fds[1], &message, 0) == 2);
    memset(room, 0, sizeof room);
    MUST(recvmsg(fds[0], &message, 0) == 2 && message.msg_controllen > 0);
    int received;
    memcpy(&received, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof received);
    MUST(received > fds[1] && close(received) == 0);
    close_both();
}

static void has_ended(void* flag) {
    *(int*)flag = 1;
}

static void* wait_for_data(void* flag) {
    pthread_cleanup_push(has_ended, flag);
    MUST(read(fds[0], data, 1) == 0 && !"it returned");
    pthread_cleanup_pop(0);
    return NULL;
}

static void cancelled(void) {
    int flag = 0;
    void* result;
    make_pipe();
    pthread_t thread = start(wait_for_data, &flag);
    wait_until_others_sleep();
    MUST(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0);
    MUST(result == PTHREAD_CANCELED && flag == 1);
    close_both();
}

static void* read_an_x(void* unused) {
    MUST(read(fds[0], back, 9) == 1 && back[0] == 'x');
    return unused;
}

/* The close does not concern a thread that waits already. */
static void closed_meanwhile(void) {
    make_pipe();
    const int reader = fds[0], writer = fds[1];
    pthread_t thread = start(read_an_x, NULL);
    wait_until_others_sleep();
    close(reader);
    MUST(fcntl(reader, F_GETFD) == -1 && errno == EBADF);
    MUST(write(writer, "x", 1) == 1);
    join(thread);
    on(SIGPIPE, count_signal, 0);
    MUST(write(writer, "x", 1) == -1 && errno == EPIPE && n_signals == 1);
    close(writer);
}

static void* wait_for_ever(void* unused) {
    pause();
    return unused;
}

static void* wait_for_room(void* unused) {
    MUST(write(fds[1], data, ROOM + 10) == 0 && !"it returned");
    return unused;
}

int main(int argc, char** argv) {
    sigset_t set;
    pretend_old_kernel();
    HPCMP_MARK("reads=0x800000000001");
    HPCMP_MARK("writes=0x800000000002");
    HPCMP_MARK("nobody reads=0x800000000006");
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    start(wait_for_ever, NULL);
    if (argc > 1 && strcmp(argv[1], "exit") == 0) {
        int unused;
        make_pipe();
        start(wait_for_room, NULL);
        wait_until_others_sleep();
        make_pipe();
        start(wait_for_data, &unused);
        wait_until_others_sleep();
        return 3;
    }
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    if (argc > 1) {
        make_pipe();
        close(fds[0]);
        return (int)write(fds[1], data, 1);
    }
    interrupted_reads();
    interrupted_writes();
    make_pipe();
    many_interruptions();
    make_pair(SOCK_STREAM);
    many_interruptions();
    nobody_reads();
    reader_goes_away();
    no_waiting();
    all_of_it();
    errors();
    descriptor_in_a_message();
    cancelled();
    closed_meanwhile();
    return 0;
}
