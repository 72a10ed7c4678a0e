/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes read and written, per thread and block, since the thread's last sync
 * event.
 *
 * The room count turns the instructions and accesses of the executed code into these counts; it
 * asks base, blocks and threads.
 *
 * A block counts for one thread at a time, its toucher.  When another thread touches it, the
 * toucher's pending counts are set aside (a Spill) until that thread comes back to the block or
 * to its next sync event.  Example: thread 2 has read 100 bytes of a block, and thread 3 writes 8
 * bytes to it.  Thread 3 becomes the toucher, and the 100 bytes of thread 2 become a Spill.
 * Threads alternate only at their turns, so nearly every access finds that its thread is the
 * toucher.
 */
#ifndef HP_TRAFFIC_H
#define HP_TRAFFIC_H

#include "hpcmp/blocks/map.h"
#include "hpcmp/threads/threads.h"

/* A thread's counts at a block, set aside because another thread touches the block now. */
typedef struct _Spill {
    VgHashNode node; /* key: the block; in the thread's table of spills */
    Thread* thread;
    struct _Spill* next; /* of the same block */
    struct _Spill* prev;
    Traffic traffic;
    UInt touch_index;
} Spill;

/* Called by generated code: the running thread is about to access n bytes. */
VG_REGPARM(2) void hp_traffic_load(Addr a, SizeT n);
VG_REGPARM(2) void hp_traffic_store(Addr a, SizeT n);

/* Adds so many bytes to a thread's counts at a live block.  Negative numbers take bytes back. */
void hp_traffic_charge(Thread* t, Block* b, Long n_read, Long n_written);
/* Accesses of any length on a thread's behalf, say by a system call. */
void hp_traffic_count_range(Thread* t, Addr a, SizeT n, Bool is_write);
/* Takes back accesses that were counted since the thread's last event, but did not happen. */
void hp_traffic_take_back(Thread* t, Addr a, SizeT n, Bool is_write);

/* Called if an access of t reaches into watched memory (Block.is_word). */
extern void (*hp_traffic_on_word)(Thread* t, Addr a, SizeT n, Bool is_write);

/* The thread whose accesses are counted now, and this thread in the form that a block's field
   contains. */
extern Thread* hp_traffic_toucher;
extern ULong hp_traffic_toucher_bits;

/* Packs both numbers of bytes, each below 1 << 31, into the form of a block's r_and_w. */
static inline ULong hp_r_and_w(UInt n_read, UInt n_written) {
    return n_read | (ULong)n_written << 32;
}

/* Moves the block's own counts to its extra part (`carried`), because they have become too large
   for the block. */
void hp_traffic_carry(Block* b);

/* Is [a, a + n) in the block, and is hp_traffic_toucher the block's toucher? */
static inline Bool hp_traffic_is_in(const Block* b, Addr a, SizeT n) {
    /* If the block has another toucher, the offset is beyond every size. */
    SizeT offset = a - (b->addr_and_toucher ^ hp_traffic_toucher_bits);
    SizeT last_offset;
    return !UNLIKELY(__builtin_sub_overflow((SizeT)b->size, n, &last_offset)) &&
           LIKELY(offset <= last_offset);
}

/* Counts accesses of the toucher in this block, if hp_traffic_is_in(). */
static inline void hp_traffic_add_at(Block* b, ULong r_and_w) {
    b->r_and_w += r_and_w;
    if (UNLIKELY((b->r_and_w & 0x8000000080000000) != 0))
        hp_traffic_carry(b);
}

/* Counts accesses of the toucher, all in [a, a + n), if they are in a block that it touches, or in
   none, which is the usual case. In other cases it returns False without counting, and a closer
   look is needed. */
static inline Bool hp_traffic_add(Addr a, SizeT n, ULong r_and_w) {
    Block* b = hp_blockmap_lookup(a);
    if (b == NULL)
        return hp_is_nobodys(a, n);
    if (!hp_traffic_is_in(b, a, n))
        return False;
    hp_traffic_add_at(b, r_and_w);
    return True;
}

/* The blocks with pending counts of a thread, each once: their number, and the i-th. */
UInt hp_traffic_n_touched(const Thread* t);
const Block* hp_traffic_touched(const Thread* t, UInt i);
/* The pending counts of one thread at one block. */
Traffic hp_traffic_pending(const Thread* t, const Block* b);
/* The same, and the counts are no longer pending. */
Traffic hp_traffic_take(Thread* t, Block* b);
/* The traffic `counts` to the first n blocks is no longer pending. */
void hp_traffic_drop(Thread* t, const Traffic* counts, UInt n);
/* Drops all pending counts of this thread, say because they have become an event. */
void hp_traffic_clear(Thread* t);

/* Counts set aside at a block, or NULL. */
Spill* hp_traffic_spills(const Block* b);
/* From now on other blocks lie inside this one, so each access to it needs a closer look. Therefore
   it no longer has a toucher, because accesses of a toucher skip this look. */
void hp_traffic_crowd(Block* b);

void hp_traffic_init(void);

#endif
