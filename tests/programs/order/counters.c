/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counters KIND WORKERS ROUNDS [UNIT]: atomic counters that look like tickets of a lock or like
 * numbers of items for a moment, and are neither.
 */
#include <stdatomic.h>

#include "rounds.h"

enum { ROOM = 4 };

static atomic_uint counter, other, cursor;
static struct {
    atomic_uint turn;
    unsigned value;
} cells[ROOM];

/* A barrier whose counter is never set back: the last thread of each round lets the others go. */
static void by_barrier(int me, int round) {
    units(1 + (unsigned)(me + round) % 3);
    if (atomic_fetch_add(&counter, 1) % (unsigned)n_workers == (unsigned)n_workers - 1)
        atomic_fetch_add(&cursor, 1);
    while (atomic_load(&cursor) <= (unsigned)round) {
    }
}

/* A reference count: the thread that comes last has the others' work. */
static void by_references(int me, int round) {
    units(1 + (unsigned)(me + round) % 3);
    if (atomic_fetch_sub(&counter, 1) == 1)
        units(5);
}

/* A ring whose producers and consumers draw their cells (Vyukov's rule for the cells' turns). */
static void put(unsigned value) {
    const unsigned ticket = atomic_fetch_add(&counter, 1);
    while (atomic_load(&cells[ticket % ROOM].turn) != ticket) {
    }
    cells[ticket % ROOM].value = value;
    atomic_store(&cells[ticket % ROOM].turn, ticket + 1);
}

static void get(void) {
    const unsigned ticket = atomic_fetch_add(&other, 1);
    while (atomic_load(&cells[ticket % ROOM].turn) != ticket + 1) {
    }
    units(cells[ticket % ROOM].value);
    atomic_store(&cells[ticket % ROOM].turn, ticket + ROOM);
}

static void by_ring(int me, int round) {
    if (me % 2 == 0) {
        units(1);
        put(1 + (unsigned)round % 3);
    } else {
        get();
    }
}

/* Threads work on numbers that they draw, and publish their results in the order of the numbers. */
static void by_cursor(int me, int round) {
    const unsigned mine = atomic_fetch_add(&counter, 1);
    units(1 + (unsigned)(me + round) % 3);
    while (atomic_load(&cursor) != mine) {
    }
    atomic_store(&cursor, mine + 1);
}

/* Numbers that name something: each thread does its own work, and waits for its neighbour. */
static atomic_uint done_by[MOST_WORKERS];
static unsigned numbers_drawn[MOST_WORKERS];

static void by_names(int me, int round) {
    numbers_drawn[me] = atomic_fetch_add(&counter, 1);
    units(1 + (unsigned)(me + round) % 3);
    atomic_fetch_add(&done_by[me], 1);
    while (atomic_load(&done_by[(me + 1) % n_workers]) <= (unsigned)round) {
    }
}

static const RoundKind kinds[] = {{"barrier", by_barrier},
                                  {"references", by_references},
                                  {"ring", by_ring},
                                  {"cursor", by_cursor},
                                  {"names", by_names}};

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    choose_rounds(kinds, sizeof kinds / sizeof *kinds, argv[1]);
    if (round_kind->round == by_references)
        atomic_init(&counter, (unsigned)(n_workers * n_rounds));
    for (unsigned i = 0; i < ROOM; i++)
        atomic_init(&cells[i].turn, i);
    run_rounds();
    return 0;
}
