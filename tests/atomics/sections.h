/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of whatever kind.  One lock: three threads enter a section five times each, and the order
 * in which they have entered tells which section came before. Nearly all work is in the sections.
 */
#ifndef TESTS_ATOMICS_SECTIONS_H
#define TESTS_ATOMICS_SECTIONS_H

#include "points.h"

enum { THREADS = 3, TIMES = 5 };

static void (*take)(int me);
static void (*give)(int me);

static int n_sections;
static int sections[THREADS * TIMES];

/* Returns the point inside the section that the thread is about to enter. */
static inline int comes_to_section(int me, int i) {
    units(1);
    int inside = POINT(me, 10 * i + 2);
    point(inside - 1);
    return inside;
}

static inline void is_in_section(int inside) {
    sections[n_sections++] = inside;
    point(inside);
    units(4);
}

static inline void enters(int me) {
    for (int i = 0; i < TIMES; i++) {
        int inside = comes_to_section(me, i);
        take(me);
        is_in_section(inside);
        give(me);
        point(inside + 1);
    }
}

/* A section of another thread comes after the one before: neither after what follows that one,
   nor does the thread ask for the lock only then. */
static inline void run_sections(role* each) {
    run_same(each, THREADS);
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

static inline void run_lock(void (*take_it)(int me), void (*give_it)(int me)) {
    take = take_it;
    give = give_it;
    run_sections(enters);
}

/* Thread 1 has two locks, one after the other; later thread 2 has the first one, and thread 3 the
   second one. */
static void (*take_second)(int me);
static void (*give_second)(int me);
static int data;
static volatile int result;

static inline void has_both(int me) {
    units(5);
    take(me);
    data = me;
    point(POINT(me, 1));
    give(me);
    take_second(me);
    point(POINT(me, 2));
    give_second(me);
    units(20);
}

static inline void has_first(int me) {
    units(15);
    take(me);
    result = data;
    point(POINT(me, 1));
    give(me);
}

static inline void has_second(int me) {
    units(20);
    take_second(me);
    point(POINT(me, 1));
    give_second(me);
}

static inline void run_two_locks(void (*take_1)(int me), void (*give_1)(int me),
                                 void (*take_2)(int me), void (*give_2)(int me)) {
    take = take_1;
    give = give_1;
    take_second = take_2;
    give_second = give_2;
    role* roles[] = {has_both, has_first, has_second};
    run_roles(roles, 3);
    required(POINT(1, 2), POINT(3, 1));
    required(POINT(1, 1), POINT(2, 1));
    forbidden(POINT(1, 2), POINT(2, 1));
    known_parallelism = 60.0 / 25;
}

#endif
