// SPDX-License-Identifier: GPL-2.0-or-later
//
// A semaphore that a process outside of the run posts once, and one of the run once.
//
// usage: outside NAME        waits, says so before; then its child waits for what it posts
//        outside NAME posts
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    if (argc < 2)
        return 2;
    sem_t* sem = sem_open(argv[1], O_CREAT, 0600, 0);
    if (sem == SEM_FAILED)
        return 3;
    if (argc == 3)
        return sem_post(sem);
    if (write(1, "waits\n", 6) != 6 || sem_wait(sem))
        return 4;
    sem_unlink(argv[1]);
    const pid_t child = fork();
    if (child == 0)
        _exit(sem_wait(sem));
    int status;
    sem_post(sem);
    return waitpid(child, &status, 0) != child || status != 0;
}
