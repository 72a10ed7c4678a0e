/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Does an access cost more, the more blocks live?  A fixed number of accesses
 * falls on COUNT blocks in random order.  Also: what does a live block cost in
 * memory, and is it given back?
 *
 *    grow_live_blocks [COUNT]
 */
#include "bench.h"
#include "resident.h"

enum { ACCESSES = 4000000, BYTES = 64 };

static void access_blocks(char** blocks, uint64_t count, uint64_t times) {
    uint64_t state = 1;
    for (uint64_t i = 0; i < times; i++)
        blocks[bench_random(&state) % count][0]++;
}

static void report_memory(const char* name, double before, uint64_t count) {
    bench_figure(name, (resident_bytes() - before) / (double)count);
}

int main(int argc, char** argv) {
    const uint64_t count = bench_argument(argc, argv, 1, 1000);
    char** blocks = malloc(count * sizeof *blocks);
    bench_need(blocks != NULL, "no memory");
    for (uint64_t i = 0; i < count; i++)
        blocks[i] = NULL; /* its pages are there before memory is measured */

    const double empty = resident_bytes();
    for (uint64_t i = 0; i < count; i++) {
        blocks[i] = malloc(BYTES);
        bench_need(blocks[i] != NULL, "no memory");
    }
    report_memory("live_bytes", empty, count);

    access_blocks(blocks, count, BENCH_WARM_UP);
    const double start = bench_cpu_seconds();
    access_blocks(blocks, count, ACCESSES);
    bench_figure_cost(start, ACCESSES);

    for (uint64_t i = 0; i < count; i++)
        free(blocks[i]);
    report_memory("freed_bytes", empty, count);
    free(blocks);
    return 0;
}
