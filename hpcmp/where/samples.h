/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Samples show where threads do their work. In each stretch of --hpcmp-sample instructions of a
 * thread, the stack at one instruction is a sample.
 *
 * The calls by which threads read and write files, or talk to other programs, are counted by stack,
 * too, because a thread that waits in such a call executes nothing.
 */
#ifndef HP_WHERE_SAMPLES_H
#define HP_WHERE_SAMPLES_H

#include "hpcmp/where/call_stacks.h"

typedef struct {
    StackNumber stack;
    UInt n;    /* number of samples of the thread that have this stack */
    UInt n_io; /* number of calls for I/O that the thread has made there */
} Sample;

/* The samples since hp_samples_clear: one Sample for each stack, in the order in which the stacks
   were met. */
UInt hp_n_samples(const Thread* t);
const Sample* hp_sample(const Thread* t, UInt i);
void hp_samples_clear(Thread* t);
/* t has made a call for I/O. */
void hp_samples_add_io(Thread* t);
/* Subtracts the numbers in `samples` from the first n Samples of t. */
void hp_samples_drop(Thread* t, const Sample* samples, UInt n);

#endif
