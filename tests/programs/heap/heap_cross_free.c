/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A block freed, and its address used again, before the threads that touched it
 * come to a synchronisation.
 */
#include <sched.h>

#include "mark.h"

static char* volatile block;
static volatile int touched, freed;

static void touch(int n) {
    for (int i = 0; i < n; i++)
        ((volatile char*)block)[i]++;
}

static void* body(void* n) {
    touch((int)(intptr_t)n);
    __atomic_fetch_add(&touched, 1, __ATOMIC_SEQ_CST);
    while (!freed)
        sched_yield();
    /* The same address now, but another block. */
    ((volatile char*)block)[0] = 1;
    return NULL;
}

int main(void) {
    block = calloc(1, 100);
    char* const old = block;
    mark_address("old", old);
    pthread_t a = start(body, (void*)70), b = start(body, (void*)30);
    while (touched < 2)
        sched_yield();
    touch(10);
    free(old);
    block = calloc(1, 100);
    mark_address("new", block);
    if (block == old)
        HPCMP_MARK("same address");
    freed = 1;
    join(a);
    join(b);
    free(block);
    return 0;
}
