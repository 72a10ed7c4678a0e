/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How threads of a test wait for each other without an order that the tool sees,
 * and with few instructions; and an amount of work beside which these, and what a
 * runtime does before it begins, do not count.
 */
#ifndef TESTS_OMP_MEET_H
#define TESTS_OMP_MEET_H

#include <stdatomic.h>

#include "omp_mark.h"

typedef atomic_int Meeting;

/* Returns when it has been called n times. */
static inline void meet(Meeting* meeting, int n) {
    atomic_fetch_add(meeting, 1);
    while (atomic_load(meeting) < n)
        usleep(1000);
}

static inline void share(void) {
    work(1500000);
}

#endif
