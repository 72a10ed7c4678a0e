/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Samples that tell where threads do their work: one of each --hpcmp-sample instructions of a
 * thread is a sample, with its stack.
 */
#ifndef HP_WHERE_SAMPLES_H
#define HP_WHERE_SAMPLES_H

#include "hpcmp/where/call_stacks.h"

typedef struct {
    StackNumber stack;
    UInt n; /* of the thread's samples there */
} Sample;

/* The samples since hp_samples_clear: one Sample for each stack, in the order in which the stacks
   were met. */
UInt hp_n_samples(const Thread* t);
const Sample* hp_sample(const Thread* t, UInt i);
void hp_samples_clear(Thread* t);
/* The first n of them have so many samples fewer. */
void hp_samples_drop(Thread* t, const Sample* samples, UInt n);

#endif
