/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A team of one thread waits wherever OpenMP lets a thread wait: for nobody, and so
 * with the same instructions in each run.  How often a runtime looks at the clock
 * as it begins is not among them.
 */
#include "omp/omp_mark.h"

static void wait_everywhere(int* sum) {
#pragma omp for
    for (int i = 0; i < 10; i++)
        *sum += i;
#pragma omp barrier
#pragma omp critical
    ++*sum;
#pragma omp single
    ++*sum;
#pragma omp taskgroup
#pragma omp task depend(out : sum[0])
    ++*sum;
#pragma omp task depend(in : sum[0])
    ++*sum;
#pragma omp taskwait
}

int main(void) {
    start_runtime();
    int sum = 0;
    for (int round = 0; round < 100; round++) {
        /* The runtime, too, has come to itself. */
        if (round == 10)
            HPCMP_MARK("begin");
#pragma omp parallel num_threads(1)
        wait_everywhere(&sum);
    }
    HPCMP_MARK("end");
    MUST(sum == 100 * 49);
    return 0;
}
