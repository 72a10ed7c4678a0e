/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Processes that share a semaphore and a mutex: what each one's trace says, and by
 * what the traces can be put together.
 */
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "mark.h"

typedef struct {
    sem_t request, answer;
    pthread_mutex_t mutex;
} Shared;

static Shared* shared;

static Shared* map_file(void) {
    const int fd = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
    MUST(fd >= 0 && ftruncate(fd, 2 * sizeof(Shared)) == 0);
    void* memory = mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    MUST(memory != MAP_FAILED);
    close(fd);
    return memory;
}

static void init(void) {
    pthread_mutexattr_t attr;
    MUST(sem_init(&shared->request, 1, 0) == 0 && sem_init(&shared->answer, 1, 0) == 0);
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    MUST(pthread_mutex_init(&shared->mutex, &attr) == 0);
}

static void serve(void) {
    mark_address("child's request", &shared->request);
    mark_address("child's answer", &shared->answer);
    mark_address("child's mutex", &shared->mutex);
    MUST(sem_wait(&shared->request) == 0);
    MUST(pthread_mutex_lock(&shared->mutex) == 0);
    MUST(sem_post(&shared->answer) == 0);
}

static void* work_within(void* unused) {
    MUST(sem_wait(&shared->answer) == 0);
    MUST(sem_post(&shared->request) == 0);
    return unused;
}

int main(void) {
    char* const arguments[] = {"true", NULL};
    int status;
    siginfo_t info;
    pid_t child;
    shared = map_file();
    init();
    mark_address("request", &shared->request);
    mark_address("answer", &shared->answer);
    mark_address("mutex", &shared->mutex);
    HPCMP_MARK("forks");
    if ((child = fork()) == 0) {
        serve();
        return 3;
    }
    MUST(sem_post(&shared->request) == 0);
    MUST(sem_wait(&shared->answer) == 0);
    MUST(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    MUST(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
    /* The child has died with it. */
    MUST(pthread_mutex_lock(&shared->mutex) == EOWNERDEAD);
    MUST(pthread_mutex_unlock(&shared->mutex) == 0);
    /* Within one process tokens are its own again. */
    pthread_t thread = start(work_within, NULL);
    MUST(sem_post(&shared->answer) == 0);
    MUST(sem_wait(&shared->request) == 0);
    join(thread);
    HPCMP_MARK("spawns");
    MUST(posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) == 0);
    MUST(waitid(P_PID, child, &info, WEXITED | WNOWAIT) == 0 && info.si_pid == child);
    MUST(waitid(P_PID, child, &info, WEXITED) == 0 && info.si_status == 0);
    return 0;
}
