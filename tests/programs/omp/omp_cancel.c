/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cancellation of a loop, a taskgroup and a region; with OMP_CANCELLATION=true.
 */
#include "omp_mark.h"

enum { THREADS = 3 };

static int begun, after;

static void cancel_loop(void) {
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < 1000; i++) {
#pragma omp atomic
            begun++;
#pragma omp cancel for
        }
#pragma omp atomic
        after++;
    }
    MUST(begun <= THREADS && after == THREADS);
}

static void cancel_tasks(void) {
    int executed = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 100; i++)
#pragma omp task shared(executed)
    {
#pragma omp atomic
        executed++;
#pragma omp cancel taskgroup
    }
    MUST(executed >= 1 && executed <= 100);
}

static void cancel_region(void) {
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp task
        work(100);
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
#pragma omp barrier
#pragma omp cancellation point parallel
        MUST(0);
    }
}

int main(void) {
    start_runtime();
    MUST(omp_get_cancellation());
    HPCMP_MARK("loop");
    cancel_loop();
    HPCMP_MARK("tasks");
    cancel_tasks();
    HPCMP_MARK("region");
    cancel_region();
    HPCMP_MARK("end");
    return 0;
}
