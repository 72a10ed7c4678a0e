/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/handover.h"

#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/samples.h"
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROUNDS = 400 };
/* In a pass, one kind of wake takes about so long, if that is enough for some rounds. */
#define PASS_NS 8e7
enum { LEAST_ROUNDS_OF_PASS = 8 };

/* The first rounds are slower, because caches are cold: they do not count. */
enum { WARM_UP = 10 };

static void add_if_warm(Samples* samples, int round, double ns) {
    if (round > WARM_UP)
        hm_samples_add(samples, ns);
}

static long futex(atomic_int* word, int operation, int value) {
    return syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

/* Until the other thread has stored the value. On one processor the other one must run for that. */
static void await(atomic_int* word, int value, bool shares_processor) {
    while (atomic_load(word) != value)
        if (shares_processor)
            sched_yield();
}

/*------------------------------------------------------------*/
/*--- Sleepers                                              ---*/
/*------------------------------------------------------------*/

typedef struct {
    int processor;
    int rounds;
    atomic_int word;  /* the number of the round for which the sleeper was woken */
    atomic_int about; /* that for which it is about to sleep */
    atomic_int done;
    double woken_at;
} Sleeper;

static void* sleep_in_rounds(void* argument) {
    Sleeper* s = argument;
    hm_run_on(s->processor);
    for (int round = 1; round <= s->rounds; round++) {
        atomic_store(&s->about, round);
        while (atomic_load(&s->word) != round)
            futex(&s->word, FUTEX_WAIT_PRIVATE, round - 1);
        s->woken_at = hm_now();
        atomic_store(&s->done, round);
    }
    return NULL;
}

static int rounds_of_pass(double asleep_ns) {
    const double fit = PASS_NS / asleep_ns;
    return WARM_UP + (fit > ROUNDS                 ? ROUNDS
                      : fit < LEAST_ROUNDS_OF_PASS ? LEAST_ROUNDS_OF_PASS
                                                   : (int)fit);
}

Wakes hm_wakes_new(double asleep_ns) {
    const size_t most = WAKE_PASSES * (size_t)rounds_of_pass(asleep_ns);
    return (Wakes){asleep_ns, hm_samples_new(most), hm_samples_new(most)};
}

void hm_wake(Wakes* wakes, int own, int other) {
    const int rounds = rounds_of_pass(wakes->asleep_ns);
    Sleeper s = {.processor = other, .rounds = rounds};
    hm_run_on(own);
    const pthread_t thread = hm_begin(sleep_in_rounds, &s);
    for (int round = 1; round <= rounds; round++) {
        await(&s.about, round, own == other);
        hm_work(wakes->asleep_ns);
        const double before = hm_now();
        atomic_store(&s.word, round);
        const bool was_asleep = futex(&s.word, FUTEX_WAKE_PRIVATE, 1) == 1;
        const double after = hm_now();
        await(&s.done, round, own == other);
        if (was_asleep) {
            add_if_warm(&wakes->run, round, s.woken_at - before);
            add_if_warm(&wakes->call, round, after - before);
        }
    }
    pthread_join(thread, NULL);
}

void hm_wakes_write(FILE* out, Wakes* wakes) {
    fprintf(out, "{\"run\": ");
    hm_samples_write(out, &wakes->run);
    fprintf(out, ", \"call\": ");
    hm_samples_write(out, &wakes->call);
    fprintf(out, "}");
}

/*------------------------------------------------------------*/
/*--- Two threads in turn                                   ---*/
/*------------------------------------------------------------*/

typedef struct {
    int processor;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int turns; /* even: the first thread's turn */
    pthread_barrier_t barrier;
    atomic_int line;
} Pair;

/* This thread waits until so many turns are over, then ends its own. */
static void take_turn(Pair* pair, int after) {
    pthread_mutex_lock(&pair->mutex);
    while (pair->turns != after)
        pthread_cond_wait(&pair->changed, &pair->mutex);
    pair->turns++;
    pthread_cond_signal(&pair->changed);
    pthread_mutex_unlock(&pair->mutex);
}

static void await_turn(Pair* pair, int after) {
    pthread_mutex_lock(&pair->mutex);
    while (pair->turns != after)
        pthread_cond_wait(&pair->changed, &pair->mutex);
    pthread_mutex_unlock(&pair->mutex);
}

static void* take_turns(void* argument) {
    Pair* pair = argument;
    hm_run_on(pair->processor);
    for (int round = 1; round <= ROUNDS; round++)
        take_turn(pair, 2 * round - 1);
    return NULL;
}

void hm_condition(FILE* out, int own, int other) {
    Pair pair = {.processor = other,
                 .mutex = PTHREAD_MUTEX_INITIALIZER,
                 .changed = PTHREAD_COND_INITIALIZER};
    Samples one_way = hm_samples_new(ROUNDS);
    hm_run_on(own);
    const pthread_t thread = hm_begin(take_turns, &pair);
    for (int round = 1; round <= ROUNDS; round++) {
        const double before = hm_now();
        take_turn(&pair, 2 * round - 2);
        await_turn(&pair, 2 * round);
        add_if_warm(&one_way, round, (hm_now() - before) / 2);
    }
    pthread_join(thread, NULL);
    hm_samples_write(out, &one_way);
}

static void* meet(void* argument) {
    Pair* pair = argument;
    hm_run_on(pair->processor);
    for (int round = 1; round <= ROUNDS; round++)
        pthread_barrier_wait(&pair->barrier);
    return NULL;
}

void hm_barrier(FILE* out, int own, int other) {
    Pair pair = {.processor = other};
    Samples rounds = hm_samples_new(ROUNDS);
    pthread_barrier_init(&pair.barrier, NULL, 2);
    hm_run_on(own);
    const pthread_t thread = hm_begin(meet, &pair);
    for (int round = 1; round <= ROUNDS; round++) {
        const double before = hm_now();
        pthread_barrier_wait(&pair.barrier);
        add_if_warm(&rounds, round, hm_now() - before);
    }
    pthread_join(thread, NULL);
    hm_samples_write(out, &rounds);
}

static void* answer(void* argument) {
    Pair* pair = argument;
    hm_run_on(pair->processor);
    for (int round = 1; round <= ROUNDS; round++) {
        await(&pair->line, 2 * round - 1, false);
        atomic_store(&pair->line, 2 * round);
    }
    return NULL;
}

void hm_line(FILE* out, int own, int other) {
    Pair pair = {.processor = other};
    Samples one_way = hm_samples_new(ROUNDS);
    hm_run_on(own);
    const pthread_t thread = hm_begin(answer, &pair);
    for (int round = 1; round <= ROUNDS; round++) {
        const double before = hm_now();
        atomic_store(&pair.line, 2 * round - 1);
        await(&pair.line, 2 * round, false);
        add_if_warm(&one_way, round, (hm_now() - before) / 2);
    }
    pthread_join(thread, NULL);
    hm_samples_write(out, &one_way);
}

/*------------------------------------------------------------*/
/*--- Threads, a lock and an instruction of one             ---*/
/*------------------------------------------------------------*/

static void* say_when(void* at) {
    *(double*)at = hm_now();
    return NULL;
}

void hm_create(FILE* out) {
    Samples begin = hm_samples_new(ROUNDS), call = hm_samples_new(ROUNDS),
            join = hm_samples_new(ROUNDS);
    hm_run_on(-1);
    for (int round = 1; round <= ROUNDS; round++) {
        double begins_at = 0;
        const double before = hm_now();
        const pthread_t thread = hm_begin(say_when, &begins_at);
        const double created = hm_now();
        pthread_join(thread, NULL);
        const double joined = hm_now();
        add_if_warm(&begin, round, begins_at - before);
        add_if_warm(&call, round, created - before);
        add_if_warm(&join, round, joined - created);
    }
    fprintf(out, "{\"begin\": ");
    hm_samples_write(out, &begin);
    fprintf(out, ", \"call\": ");
    hm_samples_write(out, &call);
    fprintf(out, ", \"join\": ");
    hm_samples_write(out, &join);
    fprintf(out, "}");
}

void hm_lock(FILE* out, int own) {
    enum { TIMES = 1000 };
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    Samples each = hm_samples_new(ROUNDS);
    hm_run_on(own);
    for (int round = 1; round <= ROUNDS; round++) {
        const double before = hm_now();
        for (int i = 0; i < TIMES; i++) {
            pthread_mutex_lock(&mutex);
            pthread_mutex_unlock(&mutex);
        }
        add_if_warm(&each, round, (hm_now() - before) / TIMES);
    }
    hm_samples_write(out, &each);
}

void hm_instruction(FILE* out, int own) {
    enum { TIMES = 1000, INSTRUCTIONS = 100 };
    Samples each = hm_samples_new(ROUNDS);
    hm_run_on(own);
    for (int round = 1; round <= ROUNDS; round++) {
        unsigned long sum = 0;
        const double before = hm_now();
        for (int i = 0; i < TIMES; i++)
            __asm__ volatile(".rept %c1\n add $1, %0\n .endr" : "+r"(sum) : "i"(INSTRUCTIONS));
        add_if_warm(&each, round, (hm_now() - before) / ((double)TIMES * INSTRUCTIONS));
    }
    hm_samples_write(out, &each);
}
