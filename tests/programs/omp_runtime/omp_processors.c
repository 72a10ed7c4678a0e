/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * omp_processors ITEMS: a loop over so many items, each of the same work, by as many threads as
 * the machine has processors.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 100000 };

static void work_on_item(void) {
    for (volatile int i = 0; i < ROUNDS; i++)
        ;
}

int main(int argc, char** argv) {
    const int items = argc > 1 ? atoi(argv[1]) : 256;
    int threads = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        threads = omp_get_num_threads();
#pragma omp for schedule(static)
        for (int i = 0; i < items; i++)
            work_on_item();
    }
    printf("%d items, %d threads\n", items, threads);
    return 0;
}
