/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A library that is loaded and unloaded: two of them, SITE, WORK and SIZE defined, have the same
 * layout.
 */
#include "sites.h"

static __attribute__((noinline)) void SITE(void) {
    ALLOCATE(SIZE);
    STAY();
}

static __attribute__((noinline)) void WORK(void) {
    for (volatile int i = 0; i < 20000; i++)
        continue;
}

void site(void);

void site(void) {
    SITE();
    WORK();
    STAY();
}
