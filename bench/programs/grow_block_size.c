/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does a block cost more, the larger it is?  A fixed number of blocks of SIZE
 * bytes come and go, one at a time, a few bytes of each touched.
 *
 *    grow_block_size [SIZE]
 */
#include "bench.h"
#include "resident.h"

enum { BLOCKS = 2000, TOUCHES = 16 };

static void touch(volatile char* block, uint64_t size) {
    for (uint64_t i = 0; i < TOUCHES; i++)
        block[i * (size / TOUCHES)]++;
}

static char* new_block(uint64_t size) {
    char* block = malloc(size);
    bench_need(block != NULL, "no memory");
    touch(block, size);
    return block;
}

static void come_and_go(uint64_t size, uint64_t blocks) {
    for (uint64_t i = 0; i < blocks; i++)
        free(new_block(size));
}

static void report_memory(uint64_t size) {
    const double empty = resident_bytes();
    char* block = new_block(size);
    bench_figure("live_bytes", resident_bytes() - empty);
    free(block);
    bench_figure("freed_bytes", resident_bytes() - empty);
}

int main(int argc, char** argv) {
    const uint64_t size = bench_argument(argc, argv, 1, 1024);
    come_and_go(1, BENCH_WARM_UP);
    resident_bytes();
    report_memory(size);
    const double start = bench_cpu_seconds();
    come_and_go(size, BLOCKS);
    bench_figure_cost(start, BLOCKS);
    return 0;
}
