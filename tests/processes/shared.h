// SPDX-License-Identifier: GPL-2.0-or-later
//
// Objects that three processes share.  The processes use those in memory in shared.c, the kernel's
// in shared_kernel.c.
#ifndef SHARED_H
#define SHARED_H

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

enum { PROCESSES = 3, ROUNDS = 6 };

typedef struct {
    pthread_mutex_t mutex;
    pthread_mutex_t robust;
    pthread_spinlock_t spin;
    pthread_rwlock_t rwlock;
    pthread_cond_t cond;
    pthread_barrier_t barrier;
    sem_t sem;
    sem_t own[PROCESSES];
    int turns[PROCESSES]; // futexes
    int set;              // of System V semaphores
    int queue;
    int next; // whose turn it is
    int count;
} Shared;

extern Shared* shared;
extern const char* program;
extern char name[64]; // of the file, the named semaphore and the queue

typedef struct {
    const char* kind;
    void (*part)(int member);
} Kind;

extern const Kind kernel_kinds[]; // the last one has no name

static inline void must(int good, int status) {
    if (!good)
        _exit(status);
}

void work(void);
// Says who comes, and works.
void alone(void);

void make_kernel_objects(void);
void remove_kernel_objects(void);

#endif
