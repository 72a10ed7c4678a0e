/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file in which the sampler (sampler.c) leaves a process's samples, and hpcmp-native finds
 * them.  The process maps the file and writes into it, so that the samples outlive the process
 * however it ends: by exit, by exec, or by SIGKILL.
 */
#ifndef HM_NATIVE_SAMPLES_H
#define HM_NATIVE_SAMPLES_H

#include <stdatomic.h>
#include <stdint.h>

/* The variable that names the folder of the files, and the one that has the timer's period. */
#define HM_SAMPLES_FOLDER "HPCMP_SAMPLES"
/* The timer's period, which is shorter than a tick.  Linux looks at such timers in each tick only,
   that is each 1 to 10 ms, so there is one sample in each tick that finds the thread computing, and
   all samples count alike.  The periods that have passed say how much CPU time they stand for. */
#define HM_SAMPLE_PERIOD_NS 250000

#define HM_SAMPLES_MARK 0x31736c706d617368ULL
#define HM_MOST_MAPPINGS 1024
/* A process that takes more samples than these keeps a random choice of them. */
#define HM_MOST_SAMPLES (1U << 18)

/* Executable memory, as a line of /proc/self/maps has it. */
typedef struct {
    uint64_t begin;
    uint64_t end;
    uint64_t offset; /* of `begin` in the file */
    char path[232];  /* empty: of no file */
} HmMapping;

typedef struct {
    uint64_t ip;      /* the instruction */
    uint64_t caller;  /* in a system call: where the program's own code goes on afterwards; or 0 */
    uint32_t periods; /* that have passed since the sample before */
    uint32_t in_kernel;
} HmSample;

typedef struct {
    uint64_t mark; /* HM_SAMPLES_MARK: the file is whole */
    _Atomic uint32_t n_threads;
    _Atomic uint32_t n_mappings;
    _Atomic uint64_t n_samples; /* that were taken; HM_MOST_SAMPLES of them are here at most */
    HmMapping mappings[HM_MOST_MAPPINGS];
    HmSample samples[HM_MOST_SAMPLES];
} HmSamples;

#endif
