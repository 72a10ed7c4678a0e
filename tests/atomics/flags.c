/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Words of C11 that a thread stores and another one looks at or waits for (points.h explains how
 * they tell their pairs).
 */
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

#include "points.h"
#include "weak.h"

/* The data that is handed over. */
static int data[MOST_WORKERS + 1];
static volatile int result[MOST_WORKERS + 1];

/* ----------------------------------------------------------------
 * A flag that a thread waits for
 * ---------------------------------------------------------------- */

struct flag {
#ifdef TWIN
    sem_t sem;
#else
    atomic_int is_set;
#endif
};

static struct flag flag;

#ifdef TWIN
static void set_flag(struct flag* it) {
    sem_post(&it->sem);
}
static void await_flag(struct flag* it) {
    sem_wait(&it->sem);
}
#else
static void set_flag(struct flag* it) {
    atomic_store_explicit(&it->is_set, 1, RELEASE);
}
static void await_flag(struct flag* it) {
    while (!atomic_load_explicit(&it->is_set, ACQUIRE)) {
    }
}
#endif

static void sets(int me) {
    units(40);
    data[0] = 1;
    point(POINT(me, 1));
    set_flag(&flag);
    point(POINT(me, 2));
    units(20);
}

static void awaits(int me) {
    units(10);
    await_flag(&flag);
    result[me] = data[0];
    point(POINT(me, 1));
    units(40);
}

static void run_flag(void) {
    run_two(sets, awaits);
    required(POINT(1, 1), POINT(2, 1));
    forbidden(POINT(1, 2), POINT(2, 1));
    known_parallelism = 110.0 / 80;
}

/* Thread 2 waits for thread 1, and thread 3 for thread 2. */
static struct flag links[3];

static void is_linked(int me) {
    if (me > 1) {
        await_flag(&links[me - 2]);
        result[me] = data[me - 1];
    }
    point(POINT(me, 1));
    units(20);
    data[me] = me;
    point(POINT(me, 2));
    set_flag(&links[me - 1]);
    point(POINT(me, 3));
}

static void run_chain(void) {
    run_same(is_linked, 3);
    for (int me = 2; me <= 3; me++) {
        required(POINT(me - 1, 2), POINT(me, 1));
        forbidden(POINT(me - 1, 3), POINT(me, 2));
    }
    required(POINT(1, 2), POINT(3, 1));
    known_parallelism = 1;
}

/* ----------------------------------------------------------------
 * A token that goes round, and ways to wait for it
 * ---------------------------------------------------------------- */

enum { RING = 4, ROUNDS = 5 };

#ifdef TWIN
static sem_t turns[RING + 1];
static void await_turn(int me) {
    sem_wait(&turns[me]);
}
static void give_turn(int to) {
    sem_post(&turns[to]);
}
#else
static atomic_int turn;
static void (*pause_a_little)(int tries);

static void await_turn(int me) {
    for (int tries = 0; atomic_load_explicit(&turn, ACQUIRE) != me; tries++) {
        if (pause_a_little)
            pause_a_little(tries);
    }
}
static void give_turn(int to) {
    atomic_store_explicit(&turn, to, RELEASE);
}
#endif

static void passes_token(int me) {
    for (int i = 0; i < ROUNDS; i++) {
        await_turn(me);
        point(POINT(me, 10 * i + 1));
        units(5);
        data[0]++;
        point(POINT(me, 10 * i + 2));
        give_turn(me % RING + 1);
        point(POINT(me, 10 * i + 3));
        units(3);
    }
}

static void run_ring(void) {
    give_turn(1);
    run_same(passes_token, RING);
    for (int n = 1; n < RING * ROUNDS; n++) {
        int before = POINT((n - 1) % RING + 1, 10 * ((n - 1) / RING));
        int after = POINT(n % RING + 1, 10 * (n / RING));
        required(before + 2, after + 1);
        forbidden(before + 3, after + 2);
    }
    known_parallelism = 160.0 / 103;
}

#ifndef TWIN
static void pause_by_instruction(int tries) {
    (void)tries;
    __builtin_ia32_pause();
}
static void pause_by_yield(int tries) {
    (void)tries;
    sched_yield();
}
static void pause_longer(int tries) {
    for (int i = 0; i < 1 << (tries < 8 ? tries : 8); i++)
        __builtin_ia32_pause();
}
static void pause_asleep(int tries) {
    (void)tries;
    nanosleep(&(struct timespec){0, 100000}, NULL);
}
static void run_ring_pause(void) {
    pause_a_little = pause_by_instruction;
    run_ring();
}
static void run_ring_yield(void) {
    pause_a_little = pause_by_yield;
    run_ring();
}
static void run_ring_back_off(void) {
    pause_a_little = pause_longer;
    run_ring();
}
static void run_ring_sleep(void) {
    pause_a_little = pause_asleep;
    run_ring();
}

/* ----------------------------------------------------------------
 * Looks that may be in vain
 * ---------------------------------------------------------------- */

static atomic_int seen_word;

/* The pair of this run: ordered only if the look has seen the store. */
static void note_look(int me, int has_seen, const char* how) {
    note_pair(me, has_seen ? how : "forbidden", POINT(1, 1), POINT(me, 1));
    note_pair(me, "forbidden", POINT(1, 2), POINT(me, 1));
}

static void stores_late(int me) {
    units(40);
    data[0] = 1;
    point(POINT(me, 1));
    atomic_store_explicit(&seen_word, 1, RELEASE);
    point(POINT(me, 2));
}

static void stores_early(int me) {
    units(1);
    data[0] = 1;
    point(POINT(me, 1));
    atomic_store_explicit(&seen_word, 1, RELEASE);
    point(POINT(me, 2));
    units(40);
}

static int looks(int me, int before, int after) {
    units(before);
    int has_seen = atomic_load_explicit(&seen_word, ACQUIRE);
    if (has_seen)
        result[me] = data[0];
    point(POINT(me, 1));
    units(after);
    note_look(me, has_seen, "named");
    return has_seen;
}

static void looks_early(int me) {
    if (looks(me, 1, 20))
        note_pair(me, "untimely", POINT(1, 1), POINT(me, 1));
}
static void looks_late(int me) {
    if (!looks(me, 20, 10))
        note_pair(me, "untimely", POINT(1, 1), POINT(me, 1));
}

/* Waits for 100 looks, and goes on. */
static void gives_up(int me) {
    int has_seen = 0;
    for (int tries = 0; tries < 100 && !has_seen; tries++)
        has_seen = atomic_load_explicit(&seen_word, ACQUIRE);
    if (has_seen)
        result[me] = data[0];
    point(POINT(me, 1));
    units(40);
    note_look(me, has_seen, "required");
    if (has_seen)
        note_pair(me, "untimely", POINT(1, 1), POINT(me, 1));
}

static void run_look_seen(void) {
    run_two(stores_early, looks_late);
    known_parallelism = 71.0 / 41;
}
/* Two words: thread 2 looks at the first one, thread 3 at the second one. */
static atomic_int other_word;

static void stores_two(int me) {
    stores_early(me);
    point(POINT(me, 3));
    atomic_store_explicit(&other_word, 1, RELEASE);
}

static void looks_at_first(int me) {
    units(60);
    int has_seen = atomic_load_explicit(&seen_word, ACQUIRE);
    if (has_seen)
        result[me] = data[0];
    point(POINT(me, 1));
    note_pair(me, has_seen ? "named" : "untimely", POINT(1, 1), POINT(me, 1));
    note_pair(me, "forbidden", POINT(1, 3), POINT(me, 1));
}

static void looks_at_second(int me) {
    units(70);
    int has_seen = atomic_load_explicit(&other_word, ACQUIRE);
    point(POINT(me, 1));
    note_pair(me, has_seen ? "named" : "untimely", POINT(1, 3), POINT(me, 1));
}

static void run_two_words(void) {
    role* roles[] = {stores_two, looks_at_first, looks_at_second};
    run_roles(roles, 3);
    known_parallelism = 171.0 / 70;
}
static void run_look_in_vain(void) {
    run_two(stores_late, looks_early);
    known_parallelism = 61.0 / 40;
}
static void run_gives_up(void) {
    run_two(stores_late, gives_up);
    known_parallelism = 80.0 / 40;
}

/* A version that thread 1 publishes again and again, and thread 2 looks at now and then. The
   first and the last look wait for a version. */
enum { VERSIONS = 8 };
static int versions[VERSIONS + 1];

static void publishes_versions(int me) {
    for (int i = 1; i <= VERSIONS; i++) {
        units(5);
        versions[i] = i;
        point(POINT(me, i));
        atomic_store_explicit(&seen_word, i, RELEASE);
    }
}

static void looks_at_versions(int me) {
    for (int i = 1; i <= VERSIONS; i++) {
        int version;
        while ((version = atomic_load_explicit(&seen_word, ACQUIRE)) == 0) {
        }
        result[me] = versions[version];
        point(POINT(me, i));
        units(7);
        note_pair(me, i == 1 ? "required" : "named", POINT(1, version), POINT(me, i));
        if (version < VERSIONS)
            note_pair(me, "forbidden", POINT(1, version + 1), POINT(me, i));
        /* This look takes place after 5 + 7 (i - 1) units, and version v is published after 5 v. */
        int passed = 5 + 7 * (i - 1), should_see = passed / 5 < VERSIONS ? passed / 5 : VERSIONS;
        if (version != should_see && passed % 5 != 0)
            note_pair(me, "untimely", POINT(1, version), POINT(me, i));
    }
}

static void run_versions(void) {
    run_two(publishes_versions, looks_at_versions);
    known_parallelism = 96.0 / 61;
}

/* ----------------------------------------------------------------
 * Which bytes
 * ---------------------------------------------------------------- */

/* Two words in a cache line, with a writer and a reader each. */
static _Alignas(64) atomic_int neighbours[2];

static void stores_neighbour(int me) {
    units(10 * me);
    data[me] = me;
    point(POINT(me, 1));
    atomic_store_explicit(&neighbours[me - 1], 1, RELEASE);
    point(POINT(me, 2));
}

static void awaits_neighbour(int me) {
    while (!atomic_load_explicit(&neighbours[me - 3], ACQUIRE)) {
    }
    result[me] = data[me - 2];
    point(POINT(me, 1));
    units(10);
}

static void run_neighbours(void) {
    role* roles[] = {stores_neighbour, stores_neighbour, awaits_neighbour, awaits_neighbour};
    run_roles(roles, 4);
    for (int i = 1; i <= 2; i++) {
        required(POINT(i, 1), POINT(i + 2, 1));
        forbidden(POINT(i, 1), POINT(5 - i, 1));
        forbidden(POINT(i, 2), POINT(i + 2, 1));
    }
    known_parallelism = 50.0 / 30;
}

#ifndef WEAK
static _Alignas(64) union {
    _Atomic uint16_t both;
    _Atomic uint8_t one[2];
    _Atomic uint64_t all;
} bytes;

static void stores_a_byte(int me) {
    units(10 * me);
    point(POINT(me, 1));
    atomic_store_explicit(&bytes.one[me - 1], 1, RELEASE);
    point(POINT(me, 2));
}

/* Two stores of a byte each end the wait for both. */
static void awaits_both(int me) {
    while (atomic_load_explicit(&bytes.both, ACQUIRE) != 0x0101) {
    }
    point(POINT(me, 1));
    units(10);
}

static void run_bytes_of_two(void) {
    role* roles[] = {stores_a_byte, stores_a_byte, awaits_both};
    run_roles(roles, 3);
    for (int i = 1; i <= 2; i++) {
        required(POINT(i, 1), POINT(3, 1));
        forbidden(POINT(i, 2), POINT(3, 1));
    }
    known_parallelism = 40.0 / 30;
}

/* A store of eight bytes ends the wait for one of them. */
static void stores_all(int me) {
    units(20);
    point(POINT(me, 1));
    atomic_store_explicit(&bytes.all, 0x0101, RELEASE);
    point(POINT(me, 2));
}

static void awaits_second_byte(int me) {
    while (atomic_load_explicit(&bytes.one[1], ACQUIRE) == 0) {
    }
    point(POINT(me, 1));
    units(10);
}

static void run_bytes_of_one(void) {
    run_two(stores_all, awaits_second_byte);
    required(POINT(1, 1), POINT(2, 1));
    forbidden(POINT(1, 2), POINT(2, 1));
    known_parallelism = 1;
}
#endif
#endif

static const struct kind kinds[] = {
    {"flag", run_flag},
    {"chain", run_chain},
    {"ring", run_ring},
#ifndef TWIN
    {"ring_pause", run_ring_pause},
    {"ring_yield", run_ring_yield},
    {"ring_back_off", run_ring_back_off},
    {"ring_sleep", run_ring_sleep},
    {"look_seen", run_look_seen},
    {"two_words", run_two_words},
    {"look_in_vain", run_look_in_vain},
    {"gives_up", run_gives_up},
    {"versions", run_versions},
    {"neighbours", run_neighbours},
#ifndef WEAK
    {"bytes_of_two", run_bytes_of_two},
    {"bytes_of_one", run_bytes_of_one},
#endif
#endif
};

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
