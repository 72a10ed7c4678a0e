// SPDX-License-Identifier: GPL-2.0-or-later
//
// Three processes work under an object that they share: one at a time, all of the time, but as
// "readers" and in "barrier", where all work at once.  Before it works, the n-th one allocates
// FIRST + n bytes: so a trace tells who came after whom.
//
// usage: shared KIND anonymous|file|segment
//        shared works
//
// With a file or a segment the other processes are programs that are executed, and have the object
// at another address.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "shared.h"

enum { WORK = 40000, FIRST = 100000 };

Shared* shared;
const char* program;
static sem_t* named;
char name[64];

void work(void) {
    for (volatile int i = 0; i < WORK; i++) {
    }
}

static void come(void) {
    void* volatile block = malloc(FIRST + shared->count++);
    free(block);
}

void alone(void) {
    come();
    work();
}

static void under_mutex(int member) {
    (void)member;
    for (int round = 0; round < ROUNDS; round++) {
        must(pthread_mutex_lock(&shared->mutex) == 0, 10);
        alone();
        pthread_mutex_unlock(&shared->mutex);
    }
}

// Each but the first ends with the mutex locked.
static void under_robust_mutex(int member) {
    for (int round = 0; round < (member == 0 ? ROUNDS : 1); round++) {
        int result = pthread_mutex_lock(&shared->robust);
        if (result == EOWNERDEAD)
            result = pthread_mutex_consistent(&shared->robust);
        must(result == 0, 11);
        alone();
        if (member == 0)
            pthread_mutex_unlock(&shared->robust);
    }
}

static void under_spin_lock(int member) {
    (void)member;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_spin_lock(&shared->spin);
        alone();
        pthread_spin_unlock(&shared->spin);
    }
}

static void as_writers(int member) {
    (void)member;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_rwlock_wrlock(&shared->rwlock);
        alone();
        pthread_rwlock_unlock(&shared->rwlock);
    }
}

static void as_readers(int member) {
    (void)member;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_rwlock_rdlock(&shared->rwlock);
        work();
        pthread_rwlock_unlock(&shared->rwlock);
    }
}

static void under_semaphore(sem_t* sem) {
    for (int round = 0; round < ROUNDS; round++) {
        must(sem_wait(sem) == 0, 12);
        alone();
        sem_post(sem);
    }
}

static void under_shared_semaphore(int member) {
    (void)member;
    under_semaphore(&shared->sem);
}

static void under_named_semaphore(int member) {
    (void)member;
    under_semaphore(named);
}

// In a ring: each one's semaphore says that it is its turn.
static void with_tokens(int member) {
    for (int round = 0; round < ROUNDS; round++) {
        must(sem_wait(&shared->own[member]) == 0, 13);
        alone();
        sem_post(&shared->own[(member + 1) % PROCESSES]);
    }
}

static void pass_on_turn(void) {
    shared->next = (shared->next + 1) % PROCESSES;
    pthread_cond_broadcast(&shared->cond);
}

// They work without the mutex.
static void in_turn(int member) {
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&shared->mutex);
        while (shared->next != member)
            pthread_cond_wait(&shared->cond, &shared->mutex);
        pthread_mutex_unlock(&shared->mutex);
        alone();
        pthread_mutex_lock(&shared->mutex);
        pass_on_turn();
        pthread_mutex_unlock(&shared->mutex);
    }
}

// A process that passes the turn on wakes the next one, which is asleep then.
static void by_futex(int member) {
    for (int round = 0; round < ROUNDS; round++) {
        if (round > 0 || member > 0)
            must(syscall(SYS_futex, &shared->turns[member], FUTEX_WAIT, 0, NULL) == 0, 32);
        alone();
        if (round == ROUNDS - 1 && member == PROCESSES - 1)
            return;
        int* next = &shared->turns[(member + 1) % PROCESSES];
        while (syscall(SYS_futex, next, FUTEX_WAKE, 1) == 0)
            usleep(1000);
    }
}

static void in_rounds(int member) {
    (void)member;
    for (int round = 0; round < ROUNDS; round++) {
        work();
        pthread_barrier_wait(&shared->barrier);
    }
}

// In each round another one works.
static void between_barriers(int member) {
    for (int round = 0; round < ROUNDS * PROCESSES; round++) {
        if (round % PROCESSES == member)
            alone();
        pthread_barrier_wait(&shared->barrier);
    }
}

static const Kind kinds[] = {
    {"mutex", under_mutex},
    {"robust", under_robust_mutex},
    {"spin", under_spin_lock},
    {"writers", as_writers},
    {"readers", as_readers},
    {"sem", under_shared_semaphore},
    {"named", under_named_semaphore},
    {"tokens", with_tokens},
    {"cond", in_turn},
    {"futex", by_futex},
    {"barrier", in_rounds},
    {"barriers", between_barriers},
    {NULL, NULL},
};

static int took_part(const Kind* kind, const char* name, int member) {
    for (; kind->kind != NULL; kind++) {
        if (strcmp(name, kind->kind) == 0) {
            kind->part(member);
            return 1;
        }
    }
    return 0;
}

static void take_part(const char* name, int member) {
    must(took_part(kinds, name, member) || took_part(kernel_kinds, name, member), 31);
}

static void init(void) {
    pthread_mutexattr_t mutex;
    pthread_rwlockattr_t rwlock;
    pthread_condattr_t cond;
    pthread_barrierattr_t barrier;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->mutex, &mutex);
    pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&shared->robust, &mutex);
    pthread_spin_init(&shared->spin, PTHREAD_PROCESS_SHARED);
    pthread_rwlockattr_init(&rwlock);
    pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_init(&shared->rwlock, &rwlock);
    pthread_condattr_init(&cond);
    pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->cond, &cond);
    pthread_barrierattr_init(&barrier);
    pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&shared->barrier, &barrier, PROCESSES);
    sem_init(&shared->sem, 1, 1);
    for (int member = 0; member < PROCESSES; member++)
        sem_init(&shared->own[member], 1, member == 0);
    make_kernel_objects();
}

static void* mapped(int flags, int fd) {
    void* memory = mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, 0);
    must(memory != MAP_FAILED, 20);
    return memory;
}

// Names it for the other processes.
static char* share(const char* memory) {
    static char segment[24];
    if (strcmp(memory, "anonymous") == 0) {
        shared = mapped(MAP_ANONYMOUS, -1);
        return NULL;
    }
    if (strcmp(memory, "segment") == 0) {
        int id = shmget(IPC_PRIVATE, sizeof(Shared), 0600);
        shared = shmat(id, NULL, 0);
        must(id >= 0 && shared != (void*)-1, 21);
        sprintf(segment, "%d", id);
        return segment;
    }
    int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    must(fd >= 0 && ftruncate(fd, sizeof(Shared)) == 0, 22);
    shared = mapped(0, fd);
    close(fd);
    return name;
}

static void come_in(const char* where) {
    mapped(MAP_ANONYMOUS, -1);
    if (*where != '/') {
        shared = shmat(atoi(where), NULL, 0);
    } else {
        int fd = shm_open(where, O_RDWR, 0);
        shared = mapped(0, fd);
        close(fd);
    }
    must(shared != (void*)-1, 23);
}

static void begin(char** argv, char* where, int member) {
    if (fork() != 0)
        return;
    if (where != NULL) {
        char number[16];
        sprintf(number, "%d", member);
        execl(argv[0], argv[0], argv[1], where, number, name, (char*)NULL);
        _exit(24);
    }
    take_part(argv[1], member);
    exit(0);
}

int main(int argc, char** argv) {
    program = argv[0];
    if (argc == 2) {
        work();
        return 0;
    }
    if (argc == 5) {
        snprintf(name, sizeof name, "%s", argv[4]);
        named = sem_open(name, 0);
        come_in(argv[2]);
        take_part(argv[1], atoi(argv[3]));
        return 0;
    }
    if (argc != 3)
        return 2;
    sprintf(name, "/hpcmp-shared-%d", getpid());
    named = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
    must(named != SEM_FAILED, 25);
    char* where = share(argv[2]);
    init();
    for (int member = 1; member < PROCESSES; member++)
        begin(argv, where, member);
    take_part(argv[1], 0);
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    sem_unlink(name);
    remove_kernel_objects();
    if (strcmp(argv[2], "segment") == 0)
        shmctl(atoi(where), IPC_RMID, NULL);
    else if (where != NULL)
        shm_unlink(name);
    return failed != 0;
}
