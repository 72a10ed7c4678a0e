/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls that signals interrupt, again and again: what they move counts once, as it
 * is moved, and what the handler's own calls move is theirs.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>

#include "asleep.h"

enum { PIPE_SIZE = 65536, SIZE = 50000, N_SIGNALS = 20 };

static volatile int* n_signals; /* seen by the process that reads, too */
static int file;
static char* of_handler; /* a block that it writes, 7 bytes each time */
static int n_of_handler;

static void on_alarm(int signal) {
    (void)signal;
    ++*n_signals;
    if (of_handler != NULL) {
        const int before = errno;
        MUST(pwrite(file, of_handler, 7, 0) == 7);
        n_of_handler += 7;
        errno = before;
    }
}

static void set_alarms(long period_us) {
    const struct timeval period = {0, period_us};
    const struct itimerval timer = {period, period};
    MUST(setitimer(ITIMER_REAL, &timer, NULL) == 0);
}

static void handle_alarms(int flags) {
    const struct sigaction action = {.sa_handler = on_alarm, .sa_flags = flags};
    MUST(sigaction(SIGALRM, &action, NULL) == 0);
    *n_signals = 0;
}

static char* named(const char* name, size_t size) {
    char* block = calloc(1, size);
    mark_address(name, block);
    return block;
}

static void moved(const char* name, long n_read, long n_written) {
    char text[80];
    snprintf(text, sizeof text, "moved|%s|%ld|%ld", name, n_read, n_written);
    HPCMP_MARK(text);
}

static void fill(int end) {
    static char bytes[4096];
    const int flags = fcntl(end, F_GETFL);
    MUST(fcntl(end, F_SETFL, flags | O_NONBLOCK) == 0);
    while (write(end, bytes, sizeof bytes) > 0)
        ;
    MUST(errno == EAGAIN && fcntl(end, F_SETFL, flags) == 0);
}

/* A process that empties the other end after so many signals, and ends with it. */
static pid_t start_reader(const int ends[2]) {
    const pid_t child = fork();
    MUST(child >= 0);
    if (child != 0)
        return child;
    static char bytes[4096];
    set_alarms(0);
    close(ends[1]);
    while (*n_signals < N_SIGNALS)
        usleep(1000);
    while (read(ends[0], bytes, sizeof bytes) > 0)
        ;
    _exit(0);
}

typedef enum { WRITE, WRITEV, SEND, SENDMSG, N_KINDS } Kind;
static const char* const names[] = {"write", "writev", "send", "sendmsg"};

static ssize_t put(Kind kind, int end, char* block) {
    struct iovec parts[] = {{block, SIZE / 2}, {block + SIZE / 2, SIZE / 2}};
    const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    switch (kind) {
    case WRITE: return write(end, block, SIZE);
    case WRITEV: return writev(end, parts, 2);
    case SEND: return send(end, block, SIZE, 0);
    default: return sendmsg(end, &message, 0);
    }
}

/* A call that has been interrupted in the middle says how much went through. */
static void restarted(const char* who, Kind kind) {
    int ends[2];
    MUST((kind == WRITE || kind == WRITEV ? pipe(ends)
                                          : socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) == 0);
    fill(ends[1]);
    char name[60];
    snprintf(name, sizeof name, "%s%s", who, names[kind]);
    char* block = named(name, SIZE);
    handle_alarms(SA_RESTART);
    start_reader(ends);
    MUST(close(ends[0]) == 0);
    set_alarms(5000);
    const ssize_t n = put(kind, ends[1], block);
    set_alarms(0);
    MUST(n > 0 && *n_signals >= N_SIGNALS);
    moved(name, n, 0);
    MUST(close(ends[1]) == 0);
}

/* It never gets anything through. */
static void interrupted(const char* who) {
    int ends[2];
    MUST(pipe(ends) == 0);
    fill(ends[1]);
    char name[60];
    snprintf(name, sizeof name, "%sinterrupted", who);
    char* block = named(name, SIZE);
    handle_alarms(0);
    set_alarms(5000);
    for (int i = 0; i < 5; i++)
        MUST(write(ends[1], block, SIZE) == -1 && errno == EINTR);
    set_alarms(0);
    moved(name, 0, 0);
    MUST(close(ends[0]) == 0 && close(ends[1]) == 0);
}

/* The handler's calls come between. */
static void handled(const char* who) {
    char name[60];
    snprintf(name, sizeof name, "%sof the handler", who);
    of_handler = named(name, 100);
    n_of_handler = 0;
    char around[60];
    snprintf(around, sizeof around, "%swith a handler, ", who);
    restarted(around, WRITE);
    moved(name, n_of_handler, 0);
    of_handler = NULL;
}

static void run_all(const char* who) {
    for (Kind kind = WRITE; kind < N_KINDS; kind++)
        restarted(who, kind);
    interrupted(who);
    handled(who);
}

/*--- Beside other threads ---*/

static void block_alarms(void) {
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    MUST(pthread_sigmask(SIG_BLOCK, &alarms, NULL) == 0);
}

static void* wait_for_end(void* ends) {
    char byte;
    block_alarms();
    MUST(read(*(int*)ends, &byte, 1) == 0);
    return NULL;
}

static void* read_all(void* end) {
    static char bytes[5000];
    block_alarms();
    ssize_t n;
    while ((n = read(*(int*)end, bytes, sizeof bytes)) > 0)
        work(1000);
    return NULL;
}

/* A write of several pipes full goes through in parts, which another thread
   reads meanwhile. */
static void in_parts(void) {
    enum { LARGE = 5 * PIPE_SIZE + 123 };
    int ends[2];
    MUST(pipe(ends) == 0);
    const pthread_t reader = start(read_all, &ends[0]);
    char* block = named("in parts", LARGE);
    handle_alarms(SA_RESTART);
    set_alarms(5000);
    long sum = 0;
    while (sum < LARGE) {
        const ssize_t n = write(ends[1], block + sum, (size_t)(LARGE - sum));
        MUST(n > 0);
        sum += n;
    }
    set_alarms(0);
    moved("in parts", LARGE, 0);
    MUST(close(ends[1]) == 0);
    join(reader);
    MUST(close(ends[0]) == 0);
}

/* Frees each block as soon as its address arrives, but the kernel has read the block before. */
static void* free_what_comes(void* end) {
    char* block;
    char bytes[1000];
    block_alarms();
    while (read(*(int*)end, bytes, sizeof bytes) == sizeof bytes) {
        memcpy(&block, bytes, sizeof block);
        free(block);
    }
    return NULL;
}

static void freed(void) {
    int ends[2];
    MUST(pipe(ends) == 0);
    const pthread_t reader = start(free_what_comes, &ends[0]);
    for (int i = 0; i < 20; i++) {
        char name[40];
        snprintf(name, sizeof name, "freed by the reader %d", i);
        char* block = malloc(1000);
        mark_address(name, block);
        HPCMP_PAUSE;
        memcpy(block, &block, sizeof block);
        HPCMP_RESUME;
        moved(name, 1000, 0);
        MUST(write(ends[1], block, 1000) == 1000);
    }
    MUST(close(ends[1]) == 0);
    join(reader);
    MUST(close(ends[0]) == 0);
}

/* The block is freed before the kernel reads any of it, so the bytes that the kernel gets count
   for none. */
static void* write_it(void* arguments) {
    void** argument = arguments;
    block_alarms();
    MUST(write(*(int*)argument[0], argument[1], SIZE) == SIZE);
    return NULL;
}

static void freed_too_early(void) {
    MUST(mkfifo("a-fifo", 0600) == 0);
    int end = open("a-fifo", O_RDWR);
    MUST(end >= 0 && unlink("a-fifo") == 0);
    fill(end);
    char* block = named("freed too early", SIZE);
    void* arguments[] = {&end, block};
    const pthread_t writer = start(write_it, arguments);
    wait_until_others_sleep();
    free(block);
    moved("freed too early", 0, 0);
    static char bytes[PIPE_SIZE + SIZE];
    for (size_t n = 0; n < sizeof bytes;)
        n += (size_t)read(end, bytes, sizeof bytes - n);
    join(writer);
    MUST(close(end) == 0);
}

/* A thread that is cancelled in its call: nothing has been moved. */
static void* write_for_ever(void* end) {
    char* block = named("cancelled", SIZE);
    block_alarms();
    (void)!write(*(int*)end, block, SIZE);
    return NULL;
}

static void cancelled(void) {
    int ends[2];
    MUST(pipe(ends) == 0);
    fill(ends[1]);
    const pthread_t writer = start(write_for_ever, &ends[1]);
    wait_until_others_sleep();
    MUST(pthread_cancel(writer) == 0);
    join(writer);
    moved("cancelled", 0, 0);
    MUST(close(ends[0]) == 0 && close(ends[1]) == 0);
}

int main(void) {
    char name[] = "scratch-XXXXXX";
    file = mkstemp(name);
    MUST(file >= 0 && unlink(name) == 0);
    n_signals =
        mmap(NULL, sizeof *n_signals, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    MUST(n_signals != MAP_FAILED);
    MUST(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
    run_all("");
    int ends[2];
    MUST(pipe(ends) == 0);
    const pthread_t other = start(wait_for_end, &ends[0]);
    run_all("beside another thread, ");
    MUST(close(ends[1]) == 0);
    join(other);
    in_parts();
    freed();
    freed_too_early();
    cancelled();
    return 0;
}
