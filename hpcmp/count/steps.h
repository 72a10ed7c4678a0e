/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stops a thread at the superblock that executes a given instruction of it: the n-th of those
 * that count.
 */
#ifndef HP_STEPS_H
#define HP_STEPS_H

#include "hpcmp/threads/threads.h"

/* A superblock that has been executed: SP and FP are as they were at its beginning. */
typedef struct {
    Addr sp;
    Addr fp;
    UInt n; /* instructions up to the one that was asked for; 0: not known which */
    const Addr* instructions;
} ReachedBlock;

/* Whoever wants to be told: how many instructions t still executes before the one that is
   meant, from where it is now, or ~0 for none; and that it has been executed. */
void hp_when_reached(ULong (*n_before)(const Thread* t),
                     void (*reached)(Thread* t, const ReachedBlock* block));

#endif
