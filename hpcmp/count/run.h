/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The data that generated code works with.
 *
 * All of it lies within 2 GiB of one structure, whose address every thread has
 * in its guest state, where it is one instruction away: a field is then reached
 * by a short offset, and generated code stays small.
 */
#ifndef HP_RUN_H
#define HP_RUN_H

#include "hpcmp/threads/threads.h"

#define HP_SEGMENT_BITS 24
#define HP_MAX_SITES 128 /* of a superblock */

/* The running thread's, and valid in its turn only; all events happen between
   turns. */
typedef struct {
    /* Instructions in this turn, those of the last segment included, shifted by
       HP_SEGMENT_BITS, plus that segment's number (count/sites.h).  One word, since
       a loop's speed is often bound by its stores. */
    ULong progress;
    /* So many of them are in the thread's counts already (hp_turn_update_counts). */
    ULong counted;
    /* Gates (count/gates.h) close when progress reaches this. */
    ULong limit;
    /* The same for a gate that no thread passes early, not even by the slack. */
    ULong exact_limit;
    /* The same for the gates that the program's code has while it follows a plan. */
    ULong plan_limit;
    /* Not 0: the turn ends at a gate. */
    ULong leaves;
    /* An atomic instruction, or a watched store, is about to write `value` in place of
       `former_value`. */
    ULong former_value;
    ULong value;
    /* The progress at the latest repetition that is put down (count/repeats.h), and the value that
       its atomic instruction has replaced; 0: there is none. */
    ULong repeated;
    ULong repeated_former;
    /* Not 0: since then the thread has looked at the word, which is put down (atomics/looks.h). */
    ULong looked;
    /* Nothing but superblocks without calls has run since the latest repetition if the last segment
       is this one, or one of the superblock of the atomic instruction: those from chain_first
       on. */
    ULong chain;
    ULong chain_first;
    ULong chain_n;
    /* Not 0: the thread has written to memory beyond its stack since this was set to 0. */
    ULong has_stored;
    /* Instructions of the preload library in this turn, up to a fault there: they are
       not the program's. */
    ULong own;
    /* Where access sites missed that put that down, or NULL. */
    struct _Superblock* missed_in;
    /* Addresses in [stack_lo, stack_lo + stack_size) lie in no heap block. */
    Addr stack_lo;
    SizeT stack_size;
    /* Addresses that missed, by site of that superblock; 0: none. */
    Addr misses[HP_MAX_SITES];
} RunState;

#define HP_NO_CHAIN (~0UL)

/* This stands for a value that generated code cannot tell. */
#define HP_UNKNOWN_VALUE 0x8000dead8000beefUL

#define HP_SEGMENT_MASK ((1UL << HP_SEGMENT_BITS) - 1)

extern RunState hp_run;

/* The instructions of this turn, and those that the thread's counts do not have yet. */
static inline ULong hp_run_executed(void) {
    return hp_run.progress >> HP_SEGMENT_BITS;
}
static inline ULong hp_run_uncounted(void) {
    return hp_run_executed() - hp_run.counted;
}

/* All instructions of t, which has the turn, but for those of waits that are over. */
static inline ULong hp_run_executed_by(const Thread* t) {
    return t->worked + t->waited + hp_run_uncounted();
}

/* Sees to the repetition that is put down (count/repeats.h), before something is counted that lies
   behind it. */
extern void (*hp_run_see_to_latest_repetition)(void);
static inline void hp_run_see_to_repetition(void) {
    if (UNLIKELY(hp_run.repeated != 0))
        hp_run_see_to_latest_repetition();
}

/* Generated code puts no repetition down before the next call. */
static inline void hp_run_end_chain(void) {
    hp_run.chain_n = 0;
    hp_run.chain = HP_NO_CHAIN;
}

/* Superblocks that the turn of t may still have, less one. */
Int hp_blocks_left(const Thread* t);
void hp_set_blocks_left(ThreadId tid, Int n);
/* Called between two superblocks: the turn ends behind the next one, because the thread can do
   nothing but wait. */
void hp_turn_end_soon(void);

/* Where in the guest state its address is. */
Int hp_run_offset(const VexGuestLayout* layout);

/* Zeroed memory for good, near hp_run as long as there is some, else anywhere. */
void* hp_run_alloc_near(SizeT size);

#endif
