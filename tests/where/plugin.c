/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A library that is loaded and unloaded: two of them, SITE and SIZE defined, have the same layout.
 */
#include "sites.h"

static __attribute__((noinline)) void SITE(void) {
    ALLOCATE(SIZE);
    STAY();
}

void site(void);

void site(void) {
    SITE();
    STAY();
}
