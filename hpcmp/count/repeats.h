/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A repetition is a change of a word by the atomic instruction that has changed the word before in
 * the same turn. Because the turn has not ended, no other thread has used the word in between.
 *
 * A repetition only moves the thread's latest release to a later place. So it is only noted, in
 * hp_run.repeated. The noted repetition is handled when something happens that has to be counted
 * before or behind the release: an access that misses (sites.h), a sample, or the end of the turn.
 * Example: a loop increments a counter a million times. The release is noted a million times, and
 * moved once.
 *
 * Generated code notes a repetition without calling the tool if only superblocks near the
 * instruction have run since the last repetition, and none of them calls a function or returns. In
 * this case the thread's call stack is the same as at the last repetition. Example: `mov $1,%ecx;
 * lock xadd %ecx,(%rdi); jne` is a loop of two superblocks. The second one begins with the atomic
 * instruction. The first one finds that the second one has run just before it, and says so in
 * hp_run.chain.
 */
#ifndef HP_REPEATS_H
#define HP_REPEATS_H

#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/watched.h"

/* Data about an atomic instruction that begins a superblock. Generated code reads them. */
typedef struct _Repeat {
    VgHashNode node;    /* key: the instruction */
    Addr at;            /* a change of this word is a repetition; 0: no change is */
    const ULong* limit; /* of its gate, if its result is unused: hp_run.unseen_limit, or
                           hp_run.limit */
    ULong first;        /* the number of the superblock's first segment */
    ULong n;            /* how many segments it has; 0: generated code does not note repetitions */
    const Superblock* superblock;
} Repeat;

/* Returns the data about this instruction's repetitions. If there are none, makes them. */
Repeat* hp_repeat_of(Addr instruction);
/* Is there an atomic instruction near the code from `begin` up to `end` that has been executed, or
   soon will be? */
Bool hp_repeats_are_near(Addr begin, Addr end);

/* The superblock that begins with the instruction has been instrumented. stays: the superblock
   calls no function and does not return, so the call stack is the same if it runs again. */
void hp_repeat_set_superblock(Repeat* repeat, const Segment* last, Bool stays);

/* The running thread is about to change the word at a again. The word's value is `former`.
 */
void hp_repeat(Addr a, const WatchedAccess* access, ULong former);
/* Generated code may note looks at this word until the next call, if it notes repetitions. */
void hp_repeat_may_look(Addr a, UInt n_bytes);
/* The next change of a word does not count as a repetition. */
void hp_repeats_close(void);

void hp_repeats_init(void);

#endif
