/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that never sleep meet at barriers and have nothing else to do.
 */
#include "omp/omp_mark.h"

int main(int argc, char** argv) {
    MUST(argc == 2);
    const int rounds = atoi(argv[1]);
#pragma omp parallel num_threads(2)
    for (int i = 0; i < rounds; i++) {
#pragma omp barrier
    }
    return 0;
}
