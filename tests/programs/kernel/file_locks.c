/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks on files that exclude threads: flock, and those of open files of fcntl.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "asleep.h"

static char path[] = "locked-XXXXXX";

/* Each is an open file of its own. */
static int open_file(void) {
    const int fd = open(path, O_RDWR);
    MUST(fd >= 0);
    return fd;
}

static int lock_range(int fd, short type, off_t start, off_t length, int command) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
    return fcntl(fd, command, &lock);
}

/* --- flock: how the one that has it unlocks --- */

static void* wait_to_write(void* mark) {
    const int fd = open_file();
    MUST(flock(fd, LOCK_EX) == 0);
    HPCMP_MARK(mark);
    close(fd);
    return NULL;
}

static void* wait_to_read(void* mark) {
    const int fd = open_file();
    MUST(flock(fd, LOCK_SH) == 0);
    HPCMP_MARK(mark);
    close(fd);
    return NULL;
}

static void* unlock_copy(void* copy) {
    HPCMP_MARK("unlocks through a copy");
    MUST(flock((int)(intptr_t)copy, LOCK_UN) == 0);
    return NULL;
}

static void* close_last(void* fd) {
    HPCMP_MARK("closes the last");
    close((int)(intptr_t)fd);
    return NULL;
}

static void* downgrade(void* fd) {
    HPCMP_MARK("lets others read");
    MUST(flock((int)(intptr_t)fd, LOCK_SH) == 0);
    return NULL;
}

/* Another thread unlocks than the one that has locked. */
static void by_flock(void) {
    int fd = open_file();
    int copy = dup(fd);
    MUST(flock(fd, LOCK_EX) == 0);
    pthread_t waiter = start(wait_to_write, "wrote after unlock");
    wait_until_others_sleep();
    close(fd);
    in_a_thread(unlock_copy, (void*)(intptr_t)copy);
    join(waiter);

    fd = open_file();
    MUST(flock(fd, LOCK_EX) == 0);
    waiter = start(wait_to_write, "wrote after close");
    wait_until_others_sleep();
    in_a_thread(close_last, (void*)(intptr_t)fd);
    join(waiter);

    MUST(flock(copy, LOCK_EX) == 0);
    waiter = start(wait_to_read, "read after writing");
    wait_until_others_sleep();
    in_a_thread(downgrade, (void*)(intptr_t)copy);
    join(waiter);
    close(copy);
}

/* --- Readers do not come after each other, a writer after all --- */

static volatile int n_have_read;

static void* read_marked(void* mark) {
    const int fd = open_file();
    MUST(flock(fd, LOCK_SH) == 0);
    HPCMP_MARK(mark);
    MUST(flock(fd, LOCK_UN) == 0);
    close(fd);
    n_have_read++;
    return NULL;
}

static void* write_later(void* unused) {
    const int fd = open_file();
    wait_for_turn(&n_have_read, 2);
    MUST(flock(fd, LOCK_EX) == 0);
    HPCMP_MARK("writes after readers");
    close(fd);
    return unused;
}

static void* read_later(void* mark) {
    wait_for_turn(&n_have_read, 1);
    return read_marked(mark);
}

static void readers(void) {
    pthread_t threads[] = {start(write_later, NULL), start(read_later, "reads later"),
                           start(read_marked, "reads")};
    for (int i = 0; i < 3; i++)
        join(threads[i]);
}

/* --- Ranges of open files --- */

static volatile int n_have_locked;

static void* write_range_later(void* unused) {
    const int fd = open_file();
    wait_until_others_sleep();
    MUST(lock_range(fd, F_WRLCK, 90, 20, F_OFD_SETLKW) == 0);
    HPCMP_MARK("wrote 90 to 109");
    close(fd);
    return unused;
}

static void* write_low(void* fd) {
    MUST(lock_range((int)(intptr_t)fd, F_WRLCK, 0, 100, F_OFD_SETLK) == 0);
    HPCMP_MARK("writes 0 to 99");
    MUST(lock_range((int)(intptr_t)fd, F_UNLCK, 0, 0, F_OFD_SETLK) == 0);
    return NULL;
}

static void* write_high(void* fd) {
    struct flock from_end = {.l_type = F_WRLCK, .l_whence = SEEK_END, .l_start = 200};
    MUST(fcntl((int)(intptr_t)fd, F_OFD_SETLK, &from_end) == 0);
    HPCMP_MARK("writes from 200");
    MUST(lock_range((int)(intptr_t)fd, F_UNLCK, 0, 0, F_OFD_SETLK) == 0);
    return NULL;
}

static void* write_part(void* fd) {
    MUST(lock_range((int)(intptr_t)fd, F_WRLCK, 100, 50, F_OFD_SETLK) == 0);
    HPCMP_MARK("writes 100 to 149");
    MUST(lock_range((int)(intptr_t)fd, F_UNLCK, 100, 25, F_OFD_SETLK) == 0);
    return NULL;
}

/* A lock of the process keeps none of its threads out. */
static void* lock_of_process(void* fd) {
    MUST(lock_range((int)(intptr_t)fd, F_WRLCK, 0, 0, F_SETLK) == 0);
    HPCMP_MARK("locked by the process");
    MUST(lock_range((int)(intptr_t)fd, F_UNLCK, 0, 0, F_SETLK) == 0);
    n_have_locked++;
    return NULL;
}

/* Half of it is unlocked, the rest with the close of any descriptor of the file. */
static void* lock_again(void* fd) {
    wait_for_turn(&n_have_locked, 1);
    MUST(lock_range((int)(intptr_t)fd, F_WRLCK, 0, 20, F_SETLK) == 0);
    HPCMP_MARK("locked by it again");
    MUST(lock_range((int)(intptr_t)fd, F_UNLCK, 0, 10, F_SETLK) == 0);
    close(open_file());
    return NULL;
}

static void ranges(void) {
    pthread_t writer = start(write_range_later, NULL);
    const int fds[] = {open_file(), open_file(), open_file()};
    in_a_thread(write_low, (void*)(intptr_t)fds[0]);
    in_a_thread(write_high, (void*)(intptr_t)fds[1]);
    in_a_thread(write_part, (void*)(intptr_t)fds[2]);
    join(writer);
    for (int i = 0; i < 3; i++)
        close(fds[i]);
    HPCMP_MARK("process locks");
    const int fd = open_file();
    const pthread_t again = start(lock_again, (void*)(intptr_t)fd);
    in_a_thread(lock_of_process, (void*)(intptr_t)fd);
    join(again);
    HPCMP_MARK("process has locked");
    close(fd);
}

/* --- What fails --- */

static void failures(void) {
    const int fd = open_file(), other = open_file();
    MUST(flock(fd, LOCK_EX) == 0);
    MUST(lock_range(fd, F_WRLCK, 0, 10, F_OFD_SETLK) == 0);
    HPCMP_MARK("fails");
    MUST(flock(other, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    MUST(flock(other, LOCK_UN) == 0);
    MUST(flock(other, 77) == -1 && errno == EINVAL);
    MUST(flock(-1, LOCK_EX) == -1 && errno == EBADF);
    MUST(lock_range(other, F_RDLCK, 9, 1, F_OFD_SETLK) == -1 && errno == EAGAIN);
    MUST(lock_range(other, F_UNLCK, 9, 1, F_OFD_SETLK) == 0);
    MUST(lock_range(other, 77, 9, 1, F_OFD_SETLK) == -1 && errno == EINVAL);
    MUST(flock(fd, LOCK_EX) == 0);
    HPCMP_MARK("failed");
    close(fd);
    close(other);
}

/* --- Many at once --- */

enum { N_THREADS = 4, N_ROUNDS = 60 };
static int last_thread = 1, last_unlock; /* the N-th release of the thread */

static void* lock_often(void* number) {
    const int self = (int)(intptr_t)number, fd = open_file();
    for (int round = 1; round <= N_ROUNDS; round++) {
        MUST(flock(fd, LOCK_EX) == 0);
        fprintf(stderr, "locks %d: %d,%d\n", self, last_thread, last_unlock);
        last_thread = self;
        last_unlock = round;
        MUST(flock(fd, LOCK_UN) == 0);
    }
    close(fd);
    return NULL;
}

/* first: the number that the next thread gets in the trace */
static void contention(int first) {
    pthread_t threads[N_THREADS];
    const int fd = open_file();
    MUST(flock(fd, LOCK_EX) == 0);
    last_unlock = 1;
    MUST(flock(fd, LOCK_UN) == 0);
    for (intptr_t i = 0; i < N_THREADS; i++)
        threads[i] = start(lock_often, (void*)(first + i));
    for (int i = 0; i < N_THREADS; i++)
        join(threads[i]);
    close(fd);
}

static void child(void) {
    const int fd = open_file();
    MUST(flock(fd, LOCK_EX) == 0);
    const pid_t pid = fork();
    if (pid == 0) {
        MUST(flock(fd, LOCK_UN) == 0);
        MUST(flock(fd, LOCK_EX) == 0);
        exit(0);
    }
    int status;
    MUST(waitpid(pid, &status, 0) == pid && status == 0);
    close(fd);
}

static void new_file(void) {
    snprintf(path, sizeof path, "locked-XXXXXX");
    const int fd = mkstemp(path);
    MUST(fd >= 0);
    close(fd);
}

int main(void) {
    new_file();
    mark_address("file", (void*)0x840000000001);
    mark_address("ranges", (void*)0x840000000002);
    mark_address("many", (void*)0x840000000003);
    by_flock();
    readers();
    ranges();
    failures();
    const char* const former = strdup(path);
    new_file();
    contention(17);
    child();
    unlink(path);
    unlink(former);
    return 0;
}
