/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file through which a process's samples get from the sampler (sampler.c) to hpcmp-native. The
 * process maps the file and writes into it, so that the samples outlive the process however it
 * ends: by exit, by exec, or by SIGKILL. While the process runs, hpcmp-native adds for how long its
 * threads wait (watch.h), because the addresses of both have to be found in the same mappings.
 */
#ifndef HM_NATIVE_SAMPLES_H
#define HM_NATIVE_SAMPLES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The variable that names the folder of the files, and the one that has the timer's period. */
#define HM_SAMPLES_FOLDER "HPCMP_SAMPLES"
/* The timer's period. Linux checks such timers only at its ticks, every 1 to 10 ms, and the period
   is shorter than a tick. So each tick that finds the thread computing gives one sample, and all
   samples have the same weight. The number of periods that have passed tells how much CPU time the
   samples stand for. */
#define HM_SAMPLE_PERIOD_NS 250000

#define HM_SAMPLES_MARK 0x31736c706d617368ULL
#define HM_MOST_MAPPINGS 1024
/* If a process takes more samples than this number, it keeps a random selection of them. */
#define HM_MOST_SAMPLES (1U << 18)
#define HM_MOST_WAITS 4096

/* Executable memory, as a line of /proc/self/maps has it. */
typedef struct {
    uint64_t begin;
    uint64_t end;
    uint64_t offset; /* the offset of `begin` in the file */
    char path[231];  /* empty: it is not from a file */
    bool is_own;     /* it is the program's own code (own_code.h) */
} HmMapping;

typedef struct {
    uint64_t ip;      /* the instruction */
    uint64_t caller;  /* for a sample in a system call: where the program's own code continues
                         afterwards; or 0 */
    uint32_t periods; /* periods of the timer that have passed since the sample before */
    uint32_t in_kernel;
} HmSample;

/* The waits for I/O at a place of the program. */
typedef struct {
    uint64_t caller; /* as in HmSample */
    uint64_t ns;     /* sum over all threads */
    uint64_t looks;  /* looks that found a thread waiting there */
} HmWait;

typedef struct {
    uint64_t mark; /* HM_SAMPLES_MARK: the file is complete */
    _Atomic uint32_t n_threads;
    _Atomic uint32_t n_mappings;
    _Atomic uint64_t n_samples; /* samples that were taken; the file contains HM_MOST_SAMPLES of
                                   them at most */
    HmMapping mappings[HM_MOST_MAPPINGS];
    HmSample samples[HM_MOST_SAMPLES];
    /* Only hpcmp-native uses these. */
    uint64_t looks; /* at a thread; 0: nothing is known about waits */
    bool is_hidden; /* Linux has refused a look, so not all waits are known */
    uint32_t n_waits;
    HmWait waits[HM_MOST_WAITS];
} HmSamples;

#endif
