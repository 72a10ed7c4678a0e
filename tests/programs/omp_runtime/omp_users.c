/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads of the program's own that are parallel, each with a team; when such a
 * thread ends, so do the threads that the runtime has kept for it.
 */
#include "omp/omp_mark.h"

static void region(const char* text) {
#pragma omp parallel num_threads(2)
    {
        mark_number(text, omp_get_thread_num());
#pragma omp barrier
        work(1000);
    }
}

static void* first(void* nothing) {
    region("first");
    region("first again");
    return nothing;
}

static void* second(void* nothing) {
    region("second");
    return nothing;
}

int main(void) {
    start_runtime();
    const pthread_t threads[] = {start(first, NULL), start(second, NULL)};
    join(threads[0]);
    join(threads[1]);
    HPCMP_MARK("end");
    return 0;
}
