/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stops a thread at the superblock that executes the sought instruction: the n-th one that the
 * thread executes, without the instructions that do not count.
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
    UInt n; /* instructions of the last superblock up to the sought one; 0: the sought one was
               before it */
    const Addr* instructions;
} ReachedBlock;

/* Sets the callbacks. `n_before` says how many instructions t has to execute, from the beginning of
   its turn, until it has executed the sought one. ~0 means that no instruction is sought. `reached`
   is called when t has executed the sought one. */
void hp_steps_set_callbacks(ULong (*n_before)(const Thread* t),
                            void (*reached)(Thread* t, const ReachedBlock* block));

/* Executes the next superblocks of t one by one, and calls `observe` after each of them with the
   addresses of its instructions. n is 0 if these are unknown. */
void hp_observe(const Thread* t, UInt n_superblocks,
                void (*observe)(Thread* t, const Addr* instructions, UInt n));

#endif
