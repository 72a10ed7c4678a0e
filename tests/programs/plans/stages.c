/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A pipeline with memory: three stages, with bounded channels of semaphores in between.
 *
 * CHANGE: fork        a child process does the same again
 *         execute     a program of its own is executed at the end: the arguments behind it
 */
#include <sys/wait.h>

#include "memory.h"

/* bench/plans compiles this with other sizes, too. */
#ifndef STAGES
#define STAGES 3
#define ITEMS 8
#define ROOM 2
#endif
typedef struct {
    sem_t full, room;
    pthread_mutex_t lock;
    unsigned char* item[ROOM];
    int n_put, n_taken;
} Channel;
static Channel channels[STAGES - 1];

static void put(Channel* channel, unsigned char* item) {
    sem_wait(&channel->room);
    pthread_mutex_lock(&channel->lock);
    channel->item[channel->n_put++ % ROOM] = item;
    pthread_mutex_unlock(&channel->lock);
    sem_post(&channel->full);
}

static unsigned char* take(Channel* channel) {
    sem_wait(&channel->full);
    pthread_mutex_lock(&channel->lock);
    unsigned char* item = channel->item[channel->n_taken++ % ROOM];
    pthread_mutex_unlock(&channel->lock);
    sem_post(&channel->room);
    return item;
}

static void* run_stage(void* number) {
    long stage = (long)number;
    for (int i = 0; i < ITEMS; i++) {
        size_t size = (1 + i * 7 % 11) * 2000;
        unsigned char* taken = stage == 0 ? NULL : take(&channels[stage - 1]);
        unsigned char* made = worked(2 * size, 1 + (int)stage);
        if (taken != NULL)
            work_on(taken, size);
        free(taken);
        if (stage < STAGES - 1)
            put(&channels[stage], realloc(made, size));
        else
            free(made);
    }
    return NULL;
}

static void run(void) {
    pthread_t stages[STAGES];
    for (int i = 0; i < STAGES - 1; i++) {
        sem_init(&channels[i].full, 0, 0);
        sem_init(&channels[i].room, 0, ROOM);
        pthread_mutex_init(&channels[i].lock, NULL);
    }
    for (long i = 0; i < STAGES; i++)
        stages[i] = begin(run_stage, i);
    for (int i = 0; i < STAGES; i++)
        end(stages[i]);
}

int main(int argc, char** argv) {
    change = argc > 1 ? argv[1] : "";
    run();
    if (changes("fork")) {
        pid_t child = fork();
        if (child != 0)
            waitpid(child, NULL, 0);
        else
            run();
    }
    if (changes("execute"))
        execv(argv[2], argv + 2);
    return 0;
}
