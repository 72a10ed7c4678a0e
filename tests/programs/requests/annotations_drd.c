/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Synchronisation of the program's own, as it says it to DRD.
 */
#include <stdatomic.h>
#include <valgrind/drd.h>

#include "mark.h"

static atomic_int ready;
static int tokens, rwlock;

static void* receive(void* unused) {
    while (!atomic_load(&ready))
        usleep(1000);
    ANNOTATE_HAPPENS_AFTER(&ready);
    HPCMP_MARK("received");
    ANNOTATE_READERLOCK_ACQUIRED(&rwlock);
    ANNOTATE_READERLOCK_RELEASED(&rwlock);
    return unused;
}

int main(void) {
    mark_address("ready", &ready);
    mark_address("tokens", &tokens);
    mark_address("rwlock", &rwlock);
    ANNOTATE_RWLOCK_CREATE(&rwlock);
    ANNOTATE_WRITERLOCK_ACQUIRED(&rwlock);
    pthread_t thread = start(receive, NULL);
    ANNOTATE_WRITERLOCK_RELEASED(&rwlock);
    HPCMP_MARK("sends");
    ANNOTATE_HAPPENS_BEFORE(&ready);
    atomic_store(&ready, 1);
    join(thread);
    ANNOTATE_RWLOCK_DESTROY(&rwlock);
    ANNOTATE_SEM_INIT_PRE(&tokens, 0);
    ANNOTATE_SEM_POST_PRE(&tokens);
    ANNOTATE_SEM_WAIT_PRE(&tokens);
    ANNOTATE_SEM_WAIT_POST(&tokens);
    ANNOTATE_SEM_DESTROY_POST(&tokens);
    /* These say nothing about order. */
    ANNOTATE_BENIGN_RACE(&ready, "none");
    ANNOTATE_THREAD_NAME("main");
    MUST(DRD_GET_DRD_THREADID == 0);
    return 0;
}
