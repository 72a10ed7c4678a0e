// SPDX-License-Identifier: GPL-2.0-or-later
//
// A process that is killed closes what it writes into, and who reads finds the end.  With "holding"
// it has also locked a robust mutex, whose next owner finds that out, and with "locking" two files:
// one by flock, and bytes 0 to 9 of the other one, of which it has unlocked 0 to 4.
//
// usage: killed by-itself|by-another|holding|locking
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t* mutex;

static void make_mutex(void) {
    pthread_mutexattr_t robust;
    mutex = mmap(NULL, sizeof *mutex, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setpshared(&robust, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(mutex, &robust);
}

// Its owner is killed meanwhile.
static int take_over(void) {
    if (pthread_mutex_lock(mutex) != EOWNERDEAD || pthread_mutex_consistent(mutex) != 0)
        return 5;
    return pthread_mutex_unlock(mutex);
}

static int whole, bytes; // files

static void open_files(void) {
    whole = open("whole", O_RDWR | O_CREAT, 0600); // each process its own
    bytes = open("bytes", O_RDWR | O_CREAT, 0600);
}

static int set_lock(short type, off_t first, off_t last) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
    lock.l_start = first;
    lock.l_len = last - first + 1;
    return fcntl(bytes, F_SETLKW, &lock);
}

static void lock_files(void) {
    open_files();
    if (flock(whole, LOCK_EX) || set_lock(F_WRLCK, 0, 9) || set_lock(F_UNLCK, 0, 4))
        _exit(6);
}

static int lock_again(void) {
    open_files();
    unlink("whole");
    unlink("bytes");
    return flock(whole, LOCK_EX) || set_lock(F_WRLCK, 7, 7) || set_lock(F_WRLCK, 2, 2);
}

static void write_and_die(int fd, int by_itself) {
    write(fd, "x", 1);
    for (volatile int i = 0; i < 100000; i++) {
    }
    write(fd, "y", 1);
    if (by_itself)
        raise(SIGKILL);
    for (;;)
        usleep(1000);
}

int main(int argc, char** argv) {
    int fds[2], status;
    char read_bytes[2];
    if (argc != 2 || pipe(fds))
        return 2;
    const int is_holding = strcmp(argv[1], "holding") == 0;
    const int is_locking = strcmp(argv[1], "locking") == 0;
    make_mutex();
    const pid_t child = fork();
    if (child == 0 && is_holding)
        pthread_mutex_lock(mutex);
    if (child == 0 && is_locking)
        lock_files();
    if (child == 0)
        write_and_die(fds[1], strcmp(argv[1], "by-itself") == 0);
    close(fds[1]);
    for (int i = 0; i < 2; i++)
        if (read(fds[0], &read_bytes[i], 1) != 1)
            return 3;
    usleep(300000); // what the child does is written into its file
    kill(child, SIGKILL);
    if (is_holding && take_over() != 0)
        return 5;
    if (is_locking && lock_again() != 0)
        return 7;
    if (read(fds[0], read_bytes, 1) != 0)
        return 4;
    return waitpid(child, &status, 0) != child || !WIFSIGNALED(status);
}
