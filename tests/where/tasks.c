/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two tasks of OpenMP and a wait for both. */
#include <stdlib.h>

static void work(void) {
    free(malloc(1));
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        work();
#pragma omp task
        work();
#pragma omp taskwait
    }
    return 0;
}
