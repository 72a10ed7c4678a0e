/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does a realloc cost more, the longer a block has been growing?  A block grows by
 * 16 bytes COUNT times; if that is soon over, other blocks do it after it.
 *
 *    grow_realloc [COUNT]
 */
#include "bench.h"

enum { STEP = 16, AT_LEAST = 100000 };

static void grow_a_block(uint64_t count) {
    char* block = NULL;
    for (uint64_t i = 1; i <= count; i++) {
        block = realloc(block, i * STEP);
        bench_need(block != NULL, "no memory");
        block[i * STEP - 1] = 1;
    }
    free(block);
}

int main(int argc, char** argv) {
    const uint64_t count = bench_argument(argc, argv, 1, 100);
    const uint64_t blocks = count < AT_LEAST ? AT_LEAST / count : 1;
    grow_a_block(BENCH_WARM_UP);
    const double start = bench_cpu_seconds();
    for (uint64_t i = 0; i < blocks; i++)
        grow_a_block(count);
    bench_figure_cost(start, blocks * count);
    return 0;
}
