/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Worksharing: what has a barrier at its end, and what orders nothing.
 */
#include "omp_meet.h"

enum { THREADS = 3 };

static Meeting shares[3];

static void do_share(const char* text, int number) {
    share();
    mark_number(text, number);
}

int main(void) {
    int copied = 0;
    start_runtime();
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(THREADS) firstprivate(copied)
    {
        const int me = omp_get_thread_num();
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < THREADS; i++)
            do_share("free", i);
#pragma omp sections nowait
        {
#pragma omp section
            meet(&shares[0], THREADS);
#pragma omp section
            meet(&shares[0], THREADS);
#pragma omp section
            meet(&shares[0], THREADS);
        }
        do_share("still free", me);
#pragma omp single nowait
        work(100);
#pragma omp master
        work(100);
        do_share("free to the end", me);
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < THREADS; i++) {
            meet(&shares[1], THREADS);
            do_share("loop", i);
        }
        mark_number("after loop", me);
#pragma omp sections
        {
#pragma omp section
            mark_number("section", 0);
#pragma omp section
            mark_number("section", 1);
        }
        mark_number("after sections", me);
#pragma omp single
        HPCMP_MARK("single");
        mark_number("after single", me);
#pragma omp single copyprivate(copied)
        {
            copied = 42;
            HPCMP_MARK("to be copied");
        }
        MUST(copied == 42);
        mark_number("copied", me);
#pragma omp barrier
        meet(&shares[2], THREADS);
        mark_number("after barrier", me);
    }
    HPCMP_MARK("end");
    return 0;
}
