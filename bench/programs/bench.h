/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the measured programs share.  A program measures its own interesting
 * phase, so that start-up and preparation do not blur it: under Valgrind the
 * process' CPU time is that of the program and the tool together.  Before, it does
 * the same a few times unmeasured, because Valgrind translates code when it first
 * runs.
 */
#ifndef BENCH_PROGRAMS_BENCH_H
#define BENCH_PROGRAMS_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_WARM_UP = 1000 };

/* The index-th argument of the program, or a default. */
static inline uint64_t bench_argument(int argc, char** argv, int index, uint64_t otherwise) {
    return index < argc ? strtoull(argv[index], NULL, 10) : otherwise;
}

static inline void bench_need(int holds, const char* what) {
    if (!holds) {
        fprintf(stderr, "bench: %s\n", what);
        exit(1);
    }
}

static inline double bench_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The driver reads lines of this form. */
static inline void bench_figure(const char* name, double value) {
    printf("figure %s %.6g\n", name, value);
}

/* Reports the CPU time of one of the `operations`, the first of which began at `start`. */
static inline void bench_figure_cost(double start, uint64_t operations) {
    bench_figure("ns", (bench_cpu_seconds() - start) * 1e9 / (double)operations);
}

/* xorshift64: deterministic, and cheap next to what is measured. */
static inline uint64_t bench_random(uint64_t* state) {
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

#endif
