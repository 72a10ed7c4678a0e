/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Atomic operations on what is too large for an instruction: GCC's runtime has a
 * lock for all of them.
 */
#include "omp_mark.h"

enum { THREADS = 3, ROUNDS = 10 };

int main(void) {
    long double sum = 0;
#pragma omp parallel num_threads(THREADS)
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp atomic
        sum += 1;
    }
    HPCMP_MARK("end");
    MUST(sum == THREADS * ROUNDS);
    return 0;
}
