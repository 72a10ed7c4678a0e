/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * OpenMP's mutual exclusion: critical regions, locks; and a mutex of the program's.
 */
#include "omp_meet.h"

enum { THREADS = 3, ROUNDS = 10 };

static omp_lock_t lock;
static omp_nest_lock_t nest_lock;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static int unnamed, named, locked, nested, owned;

static void count_up(void) {
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp critical
        unnamed++;
#pragma omp critical(name)
        named++;
        omp_set_lock(&lock);
        locked++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest_lock);
        MUST(omp_test_nest_lock(&nest_lock) == 2);
        nested++;
        omp_unset_nest_lock(&nest_lock);
        omp_unset_nest_lock(&nest_lock);
        pthread_mutex_lock(&own);
        owned++;
        pthread_mutex_unlock(&own);
    }
}

static void shares(void) {
    for (int i = 0; i < 3; i++)
        share();
}

/* Work in parallel, and as much that only one thread at a time can do. */
static void work_both_ways(void) {
    shares();
#pragma omp critical(work)
    shares();
}

int main(void) {
    const int all = THREADS * ROUNDS;
    mark_address("lock", &lock);
    mark_address("nest lock", &nest_lock);
    mark_address("own", &own);
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest_lock);
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(THREADS)
    count_up();
    HPCMP_MARK("trying");
    MUST(omp_test_lock(&lock));
    MUST(!omp_test_lock(&lock));
    omp_unset_lock(&lock);
    HPCMP_MARK("end");
#pragma omp parallel num_threads(THREADS)
    work_both_ways();
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest_lock);
    MUST(unnamed == all && named == all && locked == all && nested == all);
    MUST(owned == all);
    return 0;
}
