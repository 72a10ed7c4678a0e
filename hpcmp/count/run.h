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

/* The data belong to the running thread, and are valid only in its turn. All events happen between
   turns. */
typedef struct {
    /* The number of instructions in this turn, shifted left by HP_SEGMENT_BITS, plus the number of
       the last segment (count/sites.h). The last segment's instructions are included. Both numbers
       are in one word, because stores often limit the speed of a loop, and so there is one store
       instead of two. */
    ULong progress;
    /* How many instructions of this turn the thread's counts contain already
       (hp_turn_update_counts). */
    ULong counted;
    /* Gates (count/gates.h) close when progress reaches this. */
    ULong limit;
    /* The same for gates to which the slack does not apply. */
    ULong exact_limit;
    /* The same for gates that exist because the program follows a plan. */
    ULong plan_limit;
    /* Not 0: the turn ends at a gate. */
    ULong leaves;
    /* An atomic instruction, or a watched store, is about to write `value` in place of
       `former_value`. */
    ULong former_value;
    ULong value;
    /* The progress at the latest noted repetition (count/repeats.h), or 0 if there is none. Then
       the value that the atomic instruction of this repetition has replaced. */
    ULong repeated;
    ULong repeated_former;
    /* Have only superblocks without calls run since the latest repetition? They have if the number
       of the last segment is `chain`, or one of the chain_n numbers from chain_first on. The latter
       are the segments of the atomic instruction's superblock. */
    ULong chain;
    ULong chain_first;
    ULong chain_n;
    /* Not 0: the thread has written to memory beyond its stack since this was set to 0. */
    ULong has_stored;
    /* Instructions of the preload library in this turn, which do not count as the program's. If
       there was a fault in the library, those up to the fault. */
    ULong own;
    /* The superblock whose access sites (count/sites.h) have noted misses, or NULL. */
    struct _Superblock* missed_in;
    /* Addresses in [stack_lo, stack_lo + stack_size) lie in no heap block. */
    Addr stack_lo;
    SizeT stack_size;
    /* Gates of changes that no thread has seen yet (HP_GATE_OF_UNSEEN) close when progress reaches
       this. */
    ULong unseen_limit;
    /* Not 0: since the latest repetition the thread has looked at the word with this WatchedAccess,
       and the look is noted (atomics/looks.h), with the word's address, what it contained, and the
       progress at the look. */
    ULong looked;
    ULong looked_at;
    ULong looked_value;
    ULong looked_progress;
    /* Generated code notes looks at bytes with this key (HP_LOOK_KEY); 0: at none. */
    ULong look_key;
    /* Not 0: the thread has written to memory beyond its stack in this turn, before has_stored was
       set to 0 for the last time. */
    ULong had_stored;
    /* The missed addresses, one for each site of that superblock; 0: no miss. */
    Addr misses[HP_MAX_SITES];
} RunState;

#define HP_NO_CHAIN (~0UL)

/* A key for the n bytes at a. Addresses of the program are below 2^47, so n fits above them. */
#define HP_LOOK_KEY(a, n) ((a) ^ (ULong)(n) << 56)

/* Stands for a value that generated code does not know. */
#define HP_UNKNOWN_VALUE 0x8000dead8000beefUL

#define HP_SEGMENT_MASK ((1UL << HP_SEGMENT_BITS) - 1)

extern RunState hp_run;

/* The first function returns the number of instructions in this turn. The second one returns how
   many of them the thread's counts do not contain yet. */
static inline ULong hp_run_executed(void) {
    return hp_run.progress >> HP_SEGMENT_BITS;
}
static inline ULong hp_run_uncounted(void) {
    return hp_run_executed() - hp_run.counted;
}

/* The number of instructions that t, whose turn it is, has executed. Those of waits that are over
   do not count. */
static inline ULong hp_run_executed_by(const Thread* t) {
    return t->worked + t->waited + hp_run_uncounted();
}

/* Handles the noted repetition (count/repeats.h), before something that has happened after it is
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

/* The number of superblocks that t may still execute in its turn, minus 1. */
Int hp_blocks_left(const Thread* t);
void hp_set_blocks_left(ThreadId tid, Int n);
/* Called between two superblocks. The turn is to end behind the next superblock, because the thread
   can only wait. */
void hp_turn_end_soon(void);

/* The offset in the guest state at which the address of hp_run lies. */
Int hp_run_offset(const VexGuestLayout* layout);

/* Returns zeroed memory that is never freed. It is near hp_run as long as there is room, else
   anywhere. */
void* hp_run_alloc_near(SizeT size);

#endif
