/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Durations, and other values, that were measured several times.
 *
 * The room measure is a program of its own, hpcmp-machine, which the command `hpcmp --machine`
 * runs. It measures how long handing over from one thread to another takes on this machine, and how
 * fast memory is. It asks no other room. docs/machine-format.md explains what it writes.
 */
#ifndef HM_SAMPLES_H
#define HM_SAMPLES_H

#include <stddef.h>
#include <stdio.h>

typedef struct {
    double* values;
    size_t n;
} Samples;

/* Makes room for this number of samples. Ends the program with a sentence if there is no memory. */
Samples hm_samples_new(size_t most);
/* Adds a sample, in nanoseconds or in bytes per nanosecond. The caller makes sure that there is
   room for it. */
void hm_samples_add(Samples* samples, double value);
/* Writes {"p10": ..., "p50": ..., "p90": ..., "samples": n} and frees the samples. When the samples
   are sorted, p10 is the sample behind the first 10 % of them, and so on. Writes null if there are
   no samples. */
void hm_samples_write(FILE* out, Samples* samples);

#endif
