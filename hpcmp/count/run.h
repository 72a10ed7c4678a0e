/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The data that generated code works with.
 *
 * All of it lies within 2 GiB of one structure. Every thread has the structure's address in its
 * guest state, so generated code loads it with one instruction and reaches each field by a short
 * offset. This keeps generated code small.
 */
#ifndef HP_RUN_H
#define HP_RUN_H

#include "hpcmp/threads/threads.h"

#define HP_SEGMENT_BITS 24
#define HP_MAX_SITES 128 /* of a superblock */

/* The data are those of the running thread, and valid only in its turn. All events happen between
   turns. */
typedef struct {
    /* Instructions in this turn, those of the last segment included, shifted by HP_SEGMENT_BITS,
       plus that segment's number (count/sites.h).  Both are in one word, because a loop's stores
       often limit its speed. */
    ULong progress;
    /* How many of these instructions are in the thread's counts already (hp_turn_update_counts). */
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
    /* The progress at the latest repetition that was noted (count/repeats.h), or 0 if there is
       none, and the value that its atomic instruction has replaced. */
    ULong repeated;
    ULong repeated_former;
    /* Not 0: since then the thread has looked at the word, and this look is noted
       (atomics/looks.h). */
    ULong looked;
    /* Tells whether only superblocks without calls have run since the latest repetition. That is so
       if the last segment is this one, or one from chain_first on, which are those of the atomic
       instruction's superblock. */
    ULong chain;
    ULong chain_first;
    ULong chain_n;
    /* Not 0: the thread has written to memory beyond its stack since this was set to 0. */
    ULong has_stored;
    /* Instructions of the preload library in this turn, up to a fault there: they are
       not the program's. */
    ULong own;
    /* The superblock whose access sites have noted misses, or NULL. */
    struct _Superblock* missed_in;
    /* Addresses in [stack_lo, stack_lo + stack_size) lie in no heap block. */
    Addr stack_lo;
    SizeT stack_size;
    /* The missed addresses, by site of that superblock; 0: none. */
    Addr misses[HP_MAX_SITES];
} RunState;

#define HP_NO_CHAIN (~0UL)

/* Stands for a value that generated code does not know. */
#define HP_UNKNOWN_VALUE 0x8000dead8000beefUL

#define HP_SEGMENT_MASK ((1UL << HP_SEGMENT_BITS) - 1)

extern RunState hp_run;

/* The first function returns the instructions of this turn, the second one those that are not yet
   in the thread's counts. */
static inline ULong hp_run_executed(void) {
    return hp_run.progress >> HP_SEGMENT_BITS;
}
static inline ULong hp_run_uncounted(void) {
    return hp_run_executed() - hp_run.counted;
}

/* All instructions of t, which has the turn, except those of waits that are over. */
static inline ULong hp_run_executed_by(const Thread* t) {
    return t->worked + t->waited + hp_run_uncounted();
}

/* Handles the noted repetition (count/repeats.h) before something that lies behind it is
   counted. */
extern void (*hp_run_see_to_latest_repetition)(void);
static inline void hp_run_see_to_repetition(void) {
    if (UNLIKELY(hp_run.repeated != 0))
        hp_run_see_to_latest_repetition();
}

/* From now on generated code notes no repetition before the next call. */
static inline void hp_run_end_chain(void) {
    hp_run.chain_n = 0;
    hp_run.chain = HP_NO_CHAIN;
}

/* How many superblocks the turn of t may still execute, less one. */
Int hp_blocks_left(const Thread* t);
void hp_set_blocks_left(ThreadId tid, Int n);
/* Called between two superblocks: the turn ends behind the next one, because the thread can only
   wait. */
void hp_turn_end_soon(void);

/* The offset in the guest state at which the address of hp_run lies. */
Int hp_run_offset(const VexGuestLayout* layout);

/* Returns zeroed memory that is never freed. It is near hp_run as long as there is room, else
   anywhere. */
void* hp_run_alloc_near(SizeT size);

#endif
