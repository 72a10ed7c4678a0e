/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Nothing but malloc and free.  A few hundred blocks of changing sizes live at a
 * time.  The figure is the cost of a pair.
 *
 *    malloc_storm [PAIRS]
 */
#include "bench.h"

enum { SLOTS = 256, LARGEST = 512 };

static void storm(uint64_t pairs) {
    char* slots[SLOTS] = {NULL};
    uint64_t state = 1;
    for (uint64_t i = 0; i < pairs; i++) {
        const uint64_t random = bench_random(&state);
        char** slot = &slots[random % SLOTS];
        free(*slot);
        *slot = malloc(1 + (random >> 16) % LARGEST);
        bench_need(*slot != NULL, "no memory");
        **slot = (char)i;
    }
    for (int i = 0; i < SLOTS; i++)
        free(slots[i]);
}

int main(int argc, char** argv) {
    const uint64_t pairs = bench_argument(argc, argv, 1, 3000000);
    storm(BENCH_WARM_UP);
    const double start = bench_cpu_seconds();
    storm(pairs);
    bench_figure_cost(start, pairs);
    return 0;
}
