/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * meet SCENE WORKERS ROUNDS [UNIT]: workers that hold each other up, in the ways that textbooks
 * have.
 */
#include <semaphore.h>

#include "rounds.h"

/* Different for each worker and round: 1 to 8 units, and a bit. */
static void vary(int worker, int round) {
    units(1 + ((unsigned)worker * 3 + (unsigned)round * 5) % 8);
    instructions(((unsigned)worker * 7 + (unsigned)round * 13) % 17 * unit / 50);
}

/*------------------------------------------------------------*/
/*--- A convoy: all need one lock                           ---*/
/*------------------------------------------------------------*/

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* convoy(void* argument) {
    const int worker = number_of(argument);
    for (int round = 0; round < n_rounds; round++) {
        vary(worker, round);
        pthread_mutex_lock(&lock);
        units(2);
        pthread_mutex_unlock(&lock);
        n_done[worker]++;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- A pipeline: a worker is a stage, with buffers between ---*/
/*------------------------------------------------------------*/

enum { ROOM = 3 };

/* Between stage i and the next one. */
static sem_t full[MOST_WORKERS], empty[MOST_WORKERS];

static void* pipeline(void* argument) {
    const int stage = number_of(argument);
    for (int round = 0; round < n_rounds; round++) {
        if (stage > 0) {
            sem_wait(&full[stage - 1]);
            sem_post(&empty[stage - 1]);
        }
        vary(stage, round);
        if (stage + 1 < n_workers) {
            sem_wait(&empty[stage]);
            sem_post(&full[stage]);
        }
        n_done[stage]++;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- The same, with monitors                               ---*/
/*------------------------------------------------------------*/

static pthread_mutex_t monitors[MOST_WORKERS];
static pthread_cond_t changes[MOST_WORKERS];
static int n_between[MOST_WORKERS];

/* Buffer i gets one more, or one less, once it can. */
static void change(int i, int by) {
    pthread_mutex_lock(&monitors[i]);
    while (n_between[i] + by < 0 || n_between[i] + by > ROOM)
        pthread_cond_wait(&changes[i], &monitors[i]);
    n_between[i] += by;
    pthread_cond_broadcast(&changes[i]);
    pthread_mutex_unlock(&monitors[i]);
}

static void* monitor(void* argument) {
    const int stage = number_of(argument);
    for (int round = 0; round < n_rounds; round++) {
        if (stage > 0)
            change(stage - 1, -1);
        vary(stage, round);
        if (stage + 1 < n_workers)
            change(stage, 1);
        n_done[stage]++;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Readers, and one writer                               ---*/
/*------------------------------------------------------------*/

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void* readers(void* argument) {
    const int worker = number_of(argument);
    for (int round = 0; round < n_rounds; round++) {
        vary(worker, round);
        if (worker == 0)
            pthread_rwlock_wrlock(&rwlock);
        else
            pthread_rwlock_rdlock(&rwlock);
        units(3);
        pthread_rwlock_unlock(&rwlock);
        n_done[worker]++;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Philosophers: a fork between two neighbours           ---*/
/*------------------------------------------------------------*/

static pthread_mutex_t forks[MOST_WORKERS];

static void* philosophers(void* argument) {
    const int worker = number_of(argument);
    const int other = (worker + 1) % n_workers;
    pthread_mutex_t* const first = &forks[worker < other ? worker : other];
    pthread_mutex_t* const second = &forks[worker < other ? other : worker];
    for (int round = 0; round < n_rounds; round++) {
        vary(worker, round);
        pthread_mutex_lock(first);
        pthread_mutex_lock(second);
        units(3);
        pthread_mutex_unlock(second);
        pthread_mutex_unlock(first);
        n_done[worker]++;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Stealing: the first worker's items, if one has none   ---*/
/*------------------------------------------------------------*/

static int n_left[MOST_WORKERS];

static int take_from(int worker) {
    pthread_mutex_lock(&monitors[worker]);
    const int item = n_left[worker] > 0 ? n_left[worker]-- : 0;
    pthread_mutex_unlock(&monitors[worker]);
    return item;
}

/* 0: there is none anywhere. */
static int take_any(int worker) {
    for (int i = 0; i < n_workers; i++) {
        const int item = take_from((worker + i) % n_workers);
        if (item > 0)
            return item;
    }
    return 0;
}

static void* stealing(void* argument) {
    const int worker = number_of(argument);
    for (int item; (item = take_any(worker)) > 0;) {
        n_done[worker]++;
        do_item(item);
    }
    return NULL;
}

/*------------------------------------------------------------*/

static const struct {
    const char* name;
    void* (*body)(void*);
} scenes[] = {{"convoy", convoy},   {"pipeline", pipeline},         {"monitor", monitor},
              {"readers", readers}, {"philosophers", philosophers}, {"stealing", stealing}};

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    for (int i = 0; i < n_workers; i++) {
        pthread_mutex_init(&monitors[i], NULL);
        pthread_cond_init(&changes[i], NULL);
        pthread_mutex_init(&forks[i], NULL);
        sem_init(&full[i], 0, 0);
        sem_init(&empty[i], 0, ROOM);
    }
    n_left[0] = n_rounds;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(scenes[i].name, argv[1]) == 0) {
            run_workers(scenes[i].body);
            print_done();
            return 0;
        }
    MUST(!"a scene");
}
