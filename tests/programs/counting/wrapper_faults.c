/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Objects that are none, given to functions that are wrapped: it is the wrapper that
 * faults first.
 */
#include <setjmp.h>
#include <signal.h>

#include "mark.h"

static sigjmp_buf before;

static void go_back(int unused) {
    siglongjmp(before, unused);
}

int main(void) {
    enum { ROUNDS = 50, SIZE = 100 };
    volatile int n_faults = 0;
    volatile char* block = malloc(SIZE);
    mark_address("block", block);
    signal(SIGSEGV, go_back);
    for (volatile int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < SIZE; k++)
            block[k] = 1;
        if (sigsetjmp(before, 1) == 0)
            pthread_mutex_lock((pthread_mutex_t*)(uintptr_t)(i % 2 * 8));
        else
            n_faults++;
    }
    MUST(n_faults == ROUNDS);
    free((void*)block);
    return 0;
}
