/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Four threads write into one pipe, pair of sockets or eventfd, and nothing keeps
 * them apart.  The messages say who has sent them and how many that thread has sent,
 * and a line for each read says what it has got:
 *
 *     READER'S thid: WRITER'S thid, NUMBER OF ITS LAST MESSAGE, ...
 *
 *     pipe_many KIND MESSAGES READERS BUSY
 *
 * KIND is pipe, small (a pipe with little room), parts (messages of more than the
 * kernel writes in one go), stream, packets or counter; MESSAGES so many of each
 * writer; BUSY threads have nothing to do with it.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "old_kernel.h"

enum { WRITERS = 4, FIRST_WRITER = 2, FIRST_READER = FIRST_WRITER + WRITERS };
enum { PART = 5000, PIECE = 700, READERS_AT_MOST = 4 };

typedef struct {
    uint32_t writer; /* 0 to 3 */
    uint32_t number; /* 1, 2, ... */
} Message;

/* The messages that one read has got: the number of each writer's last one, or 0. */
typedef struct {
    uint32_t numbers[WRITERS];
} Got;

typedef struct {
    Got* got;
    size_t n;
} Log;

static const char* kind;
static uint32_t n_messages;
static int from, to;
static Log logs[READERS_AT_MOST];
static uint64_t n_left; /* units that nobody has set out to read */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_over;

static int is(const char* name) {
    return strcmp(kind, name) == 0;
}

static void make_ends(void) {
    int ends[2];
    if (is("stream") || is("packets"))
        MUST(socketpair(AF_UNIX, is("stream") ? SOCK_STREAM : SOCK_SEQPACKET, 0, ends) == 0);
    else if (is("counter"))
        MUST((ends[0] = ends[1] = eventfd(0, 0)) >= 0);
    else
        MUST(pipe(ends) == 0);
    from = ends[0];
    to = ends[1];
    if (is("small"))
        MUST(fcntl(to, F_SETPIPE_SZ, 4096) == 4096);
}

/*------------------------------------------------------------*/
/*--- Writing                                               ---*/
/*------------------------------------------------------------*/

static void send_parts(uint32_t writer) {
    static char data[WRITERS][PART];
    memset(data[writer], (int)writer, PART);
    const struct iovec parts[] = {{data[writer], PART}, {data[writer], PART}};
    MUST(writev(to, parts, 2) == 2 * PART);
}

static void send_one(Message message) {
    if (is("parts"))
        send_parts(message.writer);
    else if (is("counter"))
        MUST(eventfd_write(to, 1ULL << (16 * message.writer)) == 0);
    else if (is("packets"))
        MUST(send(to, &message, sizeof message, 0) == sizeof message);
    else
        MUST(write(to, &message, sizeof message) == sizeof message);
}

static void* write_all(void* writer) {
    for (uint32_t i = 1; i <= n_messages; i++)
        send_one((Message){(uint32_t)(uintptr_t)writer, i});
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Reading                                               ---*/
/*------------------------------------------------------------*/

/* The n-th byte of a writer is of its message: */
static uint32_t number_of(uint64_t n) {
    return (uint32_t)((n - 1) / (2 * PART) + 1);
}

static uint64_t receive_piece(Got* got) {
    static uint64_t n_bytes[WRITERS];
    char data[PIECE];
    const ssize_t n = read(from, data, sizeof data);
    MUST(n > 0);
    for (ssize_t i = 0; i < n; i++)
        got->numbers[(int)data[i]] = number_of(++n_bytes[(int)data[i]]);
    return (uint64_t)n;
}

static uint64_t receive_count(Got* got) {
    static uint32_t sums[WRITERS];
    eventfd_t value;
    MUST(eventfd_read(from, &value) == 0);
    uint64_t n = 0;
    for (int i = 0; i < WRITERS; i++) {
        const uint32_t added = value >> (16 * i) & 0xffff;
        sums[i] += added;
        n += added;
        got->numbers[i] = added > 0 ? sums[i] : 0;
    }
    return n;
}

static uint64_t receive_message(Got* got) {
    Message message;
    if (is("packets"))
        MUST(recv(from, &message, sizeof message, 0) == sizeof message);
    else
        MUST(read(from, &message, sizeof message) == sizeof message);
    got->numbers[message.writer] = message.number;
    return 1;
}

/* Only a message has one reader for sure. */
static int is_mine(void) {
    pthread_mutex_lock(&lock);
    const int result = n_left > 0;
    n_left -= result;
    pthread_mutex_unlock(&lock);
    return result;
}

static void* read_messages(void* log_of_reader) {
    Log* log = log_of_reader;
    while (is_mine())
        receive_message(&log->got[log->n++]);
    return NULL;
}

static void* read_units(void* log_of_reader) {
    Log* log = log_of_reader;
    while (n_left > 0)
        n_left -= (is("parts") ? receive_piece : receive_count)(&log->got[log->n++]);
    return NULL;
}

static void print(const Log* log, int reader) {
    for (size_t i = 0; i < log->n; i++) {
        printf("%d:", FIRST_READER + reader);
        for (int writer = 0; writer < WRITERS; writer++)
            if (log->got[i].numbers[writer] > 0)
                printf(" %d,%u", FIRST_WRITER + writer, log->got[i].numbers[writer]);
        printf("\n");
    }
}

static void* be_busy(void* unused) {
    while (!is_over)
        work(1000);
    return unused;
}

int main(int argc, char** argv) {
    MUST(argc == 5);
    pretend_old_kernel();
    kind = argv[1];
    n_messages = (uint32_t)atoi(argv[2]);
    const int n_readers = atoi(argv[3]);
    const int n_busy = atoi(argv[4]);
    make_ends();
    HPCMP_MARK("pipe=0x800000000001");
    const uint64_t n_bytes = is("parts") ? 2 * PART : 1;
    n_left = WRITERS * n_messages * n_bytes;
    pthread_t threads[WRITERS + READERS_AT_MOST + 4];
    int n = 0;
    for (uintptr_t i = 0; i < WRITERS; i++)
        threads[n++] = start(write_all, (void*)i);
    for (int i = 0; i < n_readers; i++) {
        logs[i].got = calloc(n_left, sizeof(Got));
        threads[n++] = start(is("parts") || is("counter") ? read_units : read_messages, &logs[i]);
    }
    const int n_ending = n;
    for (int i = 0; i < n_busy; i++)
        threads[n++] = start(be_busy, NULL);
    for (int i = 0; i < n; i++) {
        is_over = i >= n_ending;
        join(threads[i]);
    }
    for (int i = 0; i < n_readers; i++)
        print(&logs[i], i);
    return 0;
}
