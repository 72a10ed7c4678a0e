/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Durations, and other values, that were measured several times.
 *
 * The room measure is a program of its own, hpcmp-machine, which the command `hpcmp --machine`
 * runs. It measures what it costs this machine when one thread hands over to another one, and how
 * fast memory is, and asks no other room. docs/machine-format.md explains what it writes.
 */
#ifndef HM_SAMPLES_H
#define HM_SAMPLES_H

#include <stddef.h>
#include <stdio.h>

typedef struct {
    double* values;
    size_t n;
} Samples;

/* Room for so many; ends the program with a sentence if there is none. */
Samples hm_samples_new(size_t most);
/* Adds one: nanoseconds, or bytes in a nanosecond. There is room for it. */
void hm_samples_add(Samples* samples, double value);
/* Writes {"p10": ..., "p50": ..., "p90": ..., "samples": n} and frees the samples. A quantile is
   the sample that stands at this part of them when they are sorted. Writes null if there are no
   samples. */
void hm_samples_write(FILE* out, Samples* samples);

#endif
