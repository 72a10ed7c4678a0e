/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Linked with an OpenMP runtime, but not parallel: asks it questions, and has
 * threads and a mutex of its own.
 */
#include "omp/omp_mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* lock(void* nothing) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return nothing;
}

int main(void) {
    start_runtime();
    mark_address("mutex", &mutex);
    HPCMP_MARK("begin");
    MUST(omp_get_thread_num() == 0 && omp_get_num_threads() == 1);
    MUST(omp_get_wtime() > 0);
    in_a_thread(lock, NULL);
    HPCMP_MARK("end");
    return 0;
}
