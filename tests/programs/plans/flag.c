/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread spins for a variable that another one writes, which no event tells.
 */
#include "memory.h"

static volatile int flag;

static void* wait_for_flag(void* unused) {
    while (!flag)
        ;
    return unused;
}

static void* set_flag(void* unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t waiting = begin(wait_for_flag, 0), setting = begin(set_flag, 0);
    end(waiting);
    end(setting);
    return 0;
}
