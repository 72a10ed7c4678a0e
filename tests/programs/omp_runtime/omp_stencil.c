/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stencil: every round of a worksharing loop reads what the others wrote in
 * the one before, so each ends with a barrier.
 *    omp_stencil THREADS ROUNDS
 */
#include "omp/omp_mark.h"

enum { CELLS = 1024 };

static double cells[2][CELLS + 2];

int main(int argc, char** argv) {
    MUST(argc == 3);
    const int n = atoi(argv[1]), rounds = atoi(argv[2]);
    cells[0][0] = cells[1][0] = 1;
    start_runtime();
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(n)
    for (int round = 0; round < rounds; round++) {
        const double* from = cells[round % 2];
        double* to = cells[1 - round % 2];
#pragma omp for
        for (int i = 1; i <= CELLS; i++)
            to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
    }
    HPCMP_MARK("end");
    printf("%.12f\n", cells[rounds % 2][5]);
    return 0;
}
