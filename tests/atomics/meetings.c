/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where several threads meet, by C11's atomics: latch, barrier, semaphore, initialisation once, a
 * sequence lock, a reader/writer lock.
 */
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "points.h"
#include "weak.h"

enum { THREADS = 4, ROUNDS = 4 };
static int data[THREADS + 1];
static volatile int result[THREADS + 1];

/* ----------------------------------------------------------------
 * Latch: thread 1 waits for all others, which do not wait
 * ---------------------------------------------------------------- */

#ifdef TWIN
static sem_t arrivals;
static void count_down(void) {
    sem_post(&arrivals);
}
static void await_latch(void) {
    for (int i = 1; i < THREADS; i++)
        sem_wait(&arrivals);
}
#else
static atomic_int missing = THREADS - 1;
static void count_down(void) {
    atomic_fetch_sub_explicit(&missing, 1, RELEASE);
}
static void await_latch(void) {
    while (atomic_load_explicit(&missing, ACQUIRE) > 0) {
    }
}
#endif

static void passes_latch(int me) {
    if (me > 1) {
        units(5 * me);
        data[me] = me;
        point(POINT(me, 1));
        count_down();
        point(POINT(me, 2));
        units(5);
        return;
    }
    await_latch();
    for (int i = 2; i <= THREADS; i++)
        result[me] = result[me] + data[i];
    point(POINT(me, 1));
    units(20);
}

static void run_latch(void) {
    run_same(passes_latch, THREADS);
    for (int i = 2; i <= THREADS; i++) {
        required(POINT(i, 1), POINT(1, 1));
        forbidden(POINT(i, 2), POINT(1, 1));
        for (int j = 2; j <= THREADS; j++)
            if (i != j)
                forbidden(POINT(i, 1), POINT(j, 2));
    }
    known_parallelism = 80.0 / 40;
}

/* ----------------------------------------------------------------
 * Barrier, by a sense that is reversed: Mellor-Crummey and Scott (1991), section 3.1
 * ---------------------------------------------------------------- */

#ifdef TWIN
static pthread_barrier_t barrier;
static void await_others(bool* sense) {
    (void)sense;
    pthread_barrier_wait(&barrier);
}
#else
static atomic_int n_missing = THREADS;
static atomic_bool sense_of_all;
static void await_others(bool* sense) {
    *sense = !*sense;
    if (atomic_fetch_sub_explicit(&n_missing, 1, BOTH) == 1) {
        atomic_store_explicit(&n_missing, THREADS, RELAXED);
        atomic_store_explicit(&sense_of_all, *sense, RELEASE);
    } else {
        while (atomic_load_explicit(&sense_of_all, ACQUIRE) != *sense) {
        }
    }
}
#endif

/* In each round another thread is the last one. */
static void meets(int me) {
    bool sense = false;
    for (int i = 0; i < ROUNDS; i++) {
        units((me + i) % THREADS + 2);
        data[me] += me;
        point(POINT(me, 10 * i + 1));
        await_others(&sense);
        result[me] = result[me] + data[me % THREADS + 1];
        point(POINT(me, 10 * i + 2));
        units(1);
        await_others(&sense);
    }
}

static void run_barrier(void) {
#ifdef TWIN
    pthread_barrier_init(&barrier, NULL, THREADS);
#endif
    run_same(meets, THREADS);
    for (int i = 0; i < ROUNDS; i++) {
        for (int me = 1; me <= THREADS; me++) {
            int other = me % THREADS + 1;
            required(POINT(other, 10 * i + 1), POINT(me, 10 * i + 2));
            forbidden(POINT(other, 10 * i + 1), POINT(me, 10 * i + 1));
            forbidden(POINT(other, 10 * i + 2), POINT(me, 10 * i + 2));
            if (i > 0)
                required(POINT(other, 10 * i - 8), POINT(me, 10 * i + 1));
        }
    }
    known_parallelism = 4.5 * THREADS / 6;
}

/* ----------------------------------------------------------------
 * Semaphore: a count that nobody takes below 0
 * ---------------------------------------------------------------- */

enum { TOKENS = 8 };

#ifdef TWIN
static sem_t tokens;
static void put_token(void) {
    sem_post(&tokens);
}
static int take_token(void) {
    sem_wait(&tokens);
    return 1;
}
#else
static atomic_int tokens;
static void put_token(void) {
    atomic_fetch_add_explicit(&tokens, 1, RELEASE);
}
/* Says how many there were. */
static int take_token(void) {
    for (;;) {
        int n = atomic_load_explicit(&tokens, RELAXED);
        if (n > 0 && atomic_compare_exchange_weak_explicit(&tokens, &n, n - 1, ACQUIRE, RELAXED))
            return n;
    }
}
#endif

static int made[TOKENS];

static void puts_tokens(int me) {
    for (int i = 0; i < TOKENS; i++) {
        units(3);
        made[i] = i;
        point(POINT(me, i + 1));
        put_token();
    }
}

static void takes_tokens(int me) {
    for (int i = 0; i < TOKENS; i++) {
        int put = i + take_token();
        result[me] = result[me] + made[i];
        point(POINT(me, i + 1));
        note_pair(me, "required", POINT(1, i + 1), POINT(me, i + 1));
#ifndef TWIN
        if (put < TOKENS)
            note_pair(me, "forbidden", POINT(1, put + 1), POINT(me, i + 1));
#endif
        (void)put;
        units(4);
    }
}

static void run_semaphore(void) {
    run_two(puts_tokens, takes_tokens);
    known_parallelism = 56.0 / 35;
}

#ifndef TWIN
/* Two semaphores: a token of the first one says nothing about the second. */
static atomic_int other_tokens;

static void puts_both(int me) {
    units(5);
    made[0] = me;
    point(POINT(me, 1));
    put_token();
    point(POINT(me, 2));
    atomic_fetch_add_explicit(&other_tokens, 1, RELEASE);
}

static void takes_first(int me) {
    units(15);
    take_token();
    result[me] = made[0];
    point(POINT(me, 1));
}

static void takes_second(int me) {
    units(20);
    while (atomic_load_explicit(&other_tokens, ACQUIRE) == 0) {
    }
    point(POINT(me, 1));
}

static void run_two_semaphores(void) {
    role* roles[] = {puts_both, takes_first, takes_second};
    run_roles(roles, 3);
    required(POINT(1, 2), POINT(3, 1));
    required(POINT(1, 1), POINT(2, 1));
    forbidden(POINT(1, 2), POINT(2, 1));
    known_parallelism = 40.0 / 20;
}

/* ----------------------------------------------------------------
 * Once: the first thread to come initialises, the others wait
 * ---------------------------------------------------------------- */

static atomic_int state; /* 0: nobody has begun, 1: somebody has, 2: it is done */
static int initialised_by;

static void initialises(int me) {
    units((unsigned)me);
    int seen = 0;
    point(POINT(me, 1));
    if (atomic_compare_exchange_strong_explicit(&state, &seen, 1, ACQUIRE, ACQUIRE)) {
        units(10);
        initialised_by = me;
        point(POINT(me, 2));
        atomic_store_explicit(&state, 2, RELEASE);
        point(POINT(me, 3));
    } else {
        while (atomic_load_explicit(&state, ACQUIRE) != 2) {
        }
        result[me] = initialised_by;
        point(POINT(me, 2));
    }
    units(5);
}

static void run_once(void) {
    run_same(initialises, THREADS);
    for (int me = 1; me <= THREADS; me++) {
        if (me != initialised_by) {
            required(POINT(initialised_by, 2), POINT(me, 2));
            forbidden(POINT(initialised_by, 3), POINT(me, 2));
            forbidden(POINT(me, 1), POINT(initialised_by, 2));
        }
    }
    known_parallelism = 40.0 / 16;
}

/* ----------------------------------------------------------------
 * Sequence lock: Boehm, "Can Seqlocks Get Along With Programming Language Memory Models?" (2012).
 * The protected data is atomic, so no sanitizer can find fault with it.
 * ---------------------------------------------------------------- */

#ifndef WEAK
enum { VERSIONS = 6 };
static atomic_int sequence;
static atomic_int halves[2];

static void writes_versions(int me) {
    for (int i = 1; i <= VERSIONS; i++) {
        units(5);
        point(POINT(me, i));
        atomic_store_explicit(&sequence, 2 * i - 1, RELAXED);
        atomic_thread_fence(memory_order_release);
        atomic_store_explicit(&halves[0], i, RELAXED);
        atomic_store_explicit(&halves[1], i, RELAXED);
        atomic_store_explicit(&sequence, 2 * i, RELEASE);
    }
}

static void reads_versions(int me) {
    for (int i = 1; i <= VERSIONS; i++) {
        int first, half, other, last;
        units(7);
        do {
            first = atomic_load_explicit(&sequence, ACQUIRE);
            half = atomic_load_explicit(&halves[0], RELAXED);
            other = atomic_load_explicit(&halves[1], RELAXED);
            atomic_thread_fence(memory_order_acquire);
            last = atomic_load_explicit(&sequence, RELAXED);
        } while (first % 2 != 0 || first != last);
        MUST(half == first / 2 && other == half);
        point(POINT(me, i));
        if (half > 0)
            note_pair(me, "named", POINT(1, half), POINT(me, i));
        if (half < VERSIONS)
            note_pair(me, "forbidden", POINT(1, half + 1), POINT(me, i));
        int should_see = 7 * i / 5 < VERSIONS ? 7 * i / 5 : VERSIONS;
        if (half != should_see && 7 * i % 5 != 0)
            note_pair(me, "untimely", POINT(1, should_see), POINT(me, i));
    }
}

static void run_sequence_lock(void) {
    run_two(writes_versions, reads_versions);
    known_parallelism = 72.0 / 42;
}
#endif

/* ----------------------------------------------------------------
 * Reader/writer lock of one word: the number of readers, or -1 while somebody writes
 * ---------------------------------------------------------------- */

static atomic_int readers;
/* Volatile because gcc 12 moves a plain load of n_written before change_readers(), which acquires:
   it takes a static variable for unchanged by a function that does not name it. */
static volatile int n_written;
static int written[THREADS * ROUNDS + 1];

static void change_readers(int from_least, int to) {
    for (;;) {
        int n = atomic_load_explicit(&readers, RELAXED);
        bool is_free = to < 0 ? n == 0 : n >= from_least;
        if (is_free && atomic_compare_exchange_weak_explicit(&readers, &n, to < 0 ? -1 : n + 1,
                                                             ACQUIRE, RELAXED))
            return;
    }
}

static void reads_and_writes(int me) {
    for (int i = 0; i < ROUNDS; i++) {
        int here = POINT(me, 10 * i + 1);
        units(2);
        if (me <= 2) {
            change_readers(0, -1);
            int number = n_written + 1;
            n_written = number;
            written[number] = here;
            point(here);
            units(2);
            atomic_store_explicit(&readers, 0, RELEASE);
        } else {
            change_readers(0, 1);
            int seen = n_written;
            point(here);
            if (seen > 0)
                note_pair(me, "required", written[seen], here);
            units(2);
            atomic_fetch_sub_explicit(&readers, 1, RELEASE);
        }
        point(here + 1);
    }
}

static void run_readers(void) {
    run_same(reads_and_writes, THREADS);
    for (int i = 2; i <= n_written; i++) {
        if (written[i - 1] / POINTS_OF_THREAD != written[i] / POINTS_OF_THREAD)
            required(written[i - 1], written[i]);
    }
}
#endif

static const struct kind kinds[] = {
    {"latch", run_latch},
    {"barrier", run_barrier},
    {"semaphore", run_semaphore},
#ifndef TWIN
    {"two_semaphores", run_two_semaphores},
    {"once", run_once},
    {"readers", run_readers},
#ifndef WEAK
    {"sequence_lock", run_sequence_lock},
#endif
#endif
};

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
