/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stops a thread at the superblock that executes a given instruction of it: the n-th of those
 * that count.
 */
#ifndef HP_STEPS_H
#define HP_STEPS_H

#include "hpcmp/threads/threads.h"

/* Superblocks of a function that have been executed without a stop: IP, SP and FP are as they
   were at the beginning of the first one. */
typedef struct {
    Addr ip;
    Addr sp;
    Addr fp;
    UInt n; /* instructions of the last one, up to that which was asked for; 0: it was before */
    const Addr* instructions;
} ReachedBlock;

/* Sets the callbacks.  `n_before` says how many instructions t has to execute, counted from
   the beginning of its turn, until the sought one has been executed; ~0: there is none.
   `reached` is called when it has been. */
void hp_steps_set_callbacks(ULong (*n_before)(const Thread* t),
                            void (*reached)(Thread* t, const ReachedBlock* block));

/* Executes the next superblocks of t one by one, and gives the addresses of the instructions of
   each (none, if they are not known). */
void hp_observe(const Thread* t, UInt n_superblocks,
                void (*observe)(Thread* t, const Addr* instructions, UInt n));

#endif
