// SPDX-License-Identifier: GPL-2.0-or-later
//
// A process that is killed closes what it writes into, and who reads finds the end.
//
// usage: killed by-itself|by-another
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
    char bytes[2];
    if (argc != 2 || pipe(fds))
        return 2;
    const pid_t child = fork();
    if (child == 0)
        write_and_die(fds[1], strcmp(argv[1], "by-itself") == 0);
    close(fds[1]);
    for (int i = 0; i < 2; i++)
        if (read(fds[0], &bytes[i], 1) != 1)
            return 3;
    usleep(300000); // what the child does is written into its file
    kill(child, SIGKILL);
    if (read(fds[0], bytes, 1) != 0)
        return 4;
    return waitpid(child, &status, 0) != child || !WIFSIGNALED(status);
}
