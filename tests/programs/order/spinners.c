/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spinners KIND THREADS ROUNDS PAUSE: threads that spin for a lock in the way KIND, and in
 * between do what PAUSE says: `nothing`, `yield` (sched_yield), `pause` (the instruction) or
 * `sleep` (nanosleep for 1 ns).  On any fair machine the program ends, and each thread has had
 * the lock so many times.
 */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "rounds.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_int guard, writer, readers, next_ticket, served;
static long total; /* what the lock protects */

static void no_pause(void) {}

static void yield_processor(void) {
    sched_yield();
}

static void pause_processor(void) {
    __builtin_ia32_pause();
}

static void sleep_shortly(void) {
    const struct timespec time = {0, 1};
    nanosleep(&time, NULL);
}

static void (*pause_shortly)(void);

/* The lock is taken, looked behind, and given back; the pause comes with the lock held. */
static void take_guard(void) {
    int free_value = 0;
    while (!atomic_compare_exchange_strong(&guard, &free_value, 1))
        free_value = 0;
}

static void give_guard(void) {
    atomic_fetch_sub(&guard, 1);
}

/* The guard is held. */
static void write_alone(void) {
    writer = 1;
    give_guard();
    total++;
    take_guard();
    writer = 0;
    give_guard();
}

static void held_round(int worker, int round) {
    (void)worker;
    (void)round;
    for (;;) {
        take_guard();
        if (!writer)
            break;
        pause_shortly();
        give_guard();
    }
    write_alone();
}

/* The same, and the pause comes when the guard has been given back. */
static void released_round(int worker, int round) {
    (void)worker;
    (void)round;
    for (;;) {
        take_guard();
        if (!writer)
            break;
        give_guard();
        pause_shortly();
    }
    write_alone();
}

/* A reader/writer lock of two words: a guard is held to change them, and every third round
   writes. */
static void rwlock_round(int worker, int round) {
    const int writes = (worker + round) % 3 == 0;
    for (;;) {
        take_guard();
        if (!writer && (!writes || readers == 0))
            break;
        pause_shortly();
        give_guard();
    }
    if (writes)
        writer = 1;
    else
        readers++;
    give_guard();
    if (writes)
        total++;
    take_guard();
    if (writes)
        writer = 0;
    else
        readers--;
    give_guard();
}

static void trylock_round(int worker, int round) {
    (void)worker;
    (void)round;
    while (pthread_mutex_trylock(&mutex) != 0)
        pause_shortly();
    total++;
    pthread_mutex_unlock(&mutex);
}

static void spin_trylock_round(int worker, int round) {
    (void)worker;
    (void)round;
    while (pthread_spin_trylock(&spin) != 0)
        pause_shortly();
    total++;
    pthread_spin_unlock(&spin);
}

static void flag_round(int worker, int round) {
    (void)worker;
    (void)round;
    while (atomic_flag_test_and_set(&flag))
        pause_shortly();
    total++;
    atomic_flag_clear(&flag);
}

/* Each failure doubles the time until the next attempt. */
static void backoff_round(int worker, int round) {
    (void)worker;
    (void)round;
    for (int n = 1; atomic_exchange(&guard, 1) != 0; n = n < 1024 ? 2 * n : 1)
        for (int i = 0; i < n; i++)
            pause_shortly();
    total++;
    atomic_store(&guard, 0);
}

static void ticket_round(int worker, int round) {
    (void)worker;
    (void)round;
    const int ticket = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&served) != ticket)
        pause_shortly();
    total++;
    atomic_fetch_add(&served, 1);
}

/* Threads come in the order of their numbers, round after round. */
static void turn_round(int worker, int round) {
    while (atomic_load(&served) != round * n_workers + worker)
        pause_shortly();
    total++;
    atomic_fetch_add(&served, 1);
}

static const struct {
    const char* name;
    void (*round)(int worker, int round);
} kinds[] = {
    {"held", held_round},
    {"released", released_round},
    {"rwlock", rwlock_round},
    {"trylock", trylock_round},
    {"spin_trylock", spin_trylock_round},
    {"flag", flag_round},
    {"backoff", backoff_round},
    {"ticket", ticket_round},
    {"turn", turn_round},
};

static const struct {
    const char* name;
    void (*pause)(void);
} pauses[] = {{"nothing", no_pause},
              {"yield", yield_processor},
              {"pause", pause_processor},
              {"sleep", sleep_shortly}};

static void (*do_round)(int worker, int round);

static void* body(void* argument) {
    const int worker = number_of(argument);
    for (int round = 0; round < n_rounds; round++) {
        do_round(worker, round);
        n_done[worker]++;
    }
    return NULL;
}

int main(int argc, char** argv) {
    MUST(argc == 5);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(argv[1], kinds[i].name) == 0)
            do_round = kinds[i].round;
    for (unsigned i = 0; i < sizeof pauses / sizeof *pauses; i++)
        if (strcmp(argv[4], pauses[i].name) == 0)
            pause_shortly = pauses[i].pause;
    MUST(do_round && pause_shortly);
    n_workers = atoi(argv[2]);
    n_rounds = atoi(argv[3]);
    MUST(n_workers <= MOST_WORKERS);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    run_workers(body);
    for (int i = 0; i < n_workers; i++)
        MUST(n_done[i] == n_rounds);
    printf("%ld\n", total);
    return 0;
}
