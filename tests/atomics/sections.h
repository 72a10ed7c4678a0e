/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A lock of whatever kind: three threads enter a section five times each, and the order in which
 * they have entered tells which section came before. Nearly all work is in the sections.
 */
#ifndef TESTS_ATOMICS_SECTIONS_H
#define TESTS_ATOMICS_SECTIONS_H

#include "points.h"

enum { THREADS = 3, TIMES = 5 };

static void (*take)(int me);
static void (*give)(int me);

static int n_sections;
static int sections[THREADS * TIMES];

static inline void enters(int me) {
    for (int i = 0; i < TIMES; i++) {
        units(1);
        int inside = POINT(me, 10 * i + 2);
        point(inside - 1);
        take(me);
        sections[n_sections++] = inside;
        point(inside);
        units(4);
        give(me);
        point(inside + 1);
    }
}

/* A section of another thread comes after the one before: neither after what follows that one,
   nor does the thread ask for the lock only then. */
static inline void run_lock(void (*take_it)(int me), void (*give_it)(int me)) {
    take = take_it;
    give = give_it;
    run_same(enters, THREADS);
    MUST(n_sections == THREADS * TIMES);
    for (int i = 1; i < n_sections; i++) {
        int before = sections[i - 1], after = sections[i];
        if (before / POINTS_OF_THREAD != after / POINTS_OF_THREAD) {
            required(before, after);
            forbidden(before + 1, after);
            forbidden(before, after - 1);
        }
    }
    known_parallelism = 75.0 / 61;
}

#endif
