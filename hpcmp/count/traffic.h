/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Traffic: the bytes that a thread has read and written in a block since the thread's last sync
 * event.
 *
 * The room count turns the instructions and accesses of the executed code into these counts; it
 * asks base, blocks and threads.
 *
 * A block's descriptor contains the counts of one thread at a time, the toucher. When another
 * thread touches the block, the toucher's pending counts are set aside as a Spill. They stay there
 * until the first thread touches the block again, or until its next sync event. Example: thread 2
 * has read 100 bytes of a block, and thread 3 writes 8 bytes to it. Thread 3 becomes the toucher,
 * and the 100 bytes of thread 2 become a Spill. Only one thread runs during a turn, so nearly every
 * access is by the block's toucher.
 */
#ifndef HP_TRAFFIC_H
#define HP_TRAFFIC_H

#include "hpcmp/blocks/map.h"
#include "hpcmp/threads/threads.h"

/* A thread's counts at a block, set aside because another thread touches the block now. */
typedef struct _Spill {
    VgHashNode node; /* key: the block; in the thread's table of spills */
    Thread* thread;
    struct _Spill* next; /* the next Spill of the same block */
    struct _Spill* prev;
    Traffic traffic;
    UInt touch_index;
} Spill;

/* Called by generated code: the running thread is about to access n bytes. */
VG_REGPARM(2) void hp_traffic_load(Addr a, SizeT n);
VG_REGPARM(2) void hp_traffic_store(Addr a, SizeT n);

/* Adds numbers of bytes to a thread's counts at a live block. Negative numbers take bytes back. */
void hp_traffic_charge(Thread* t, Block* b, Long n_read, Long n_written);
/* Counts an access of any length on a thread's behalf, by a system call for example. */
void hp_traffic_count_range(Thread* t, Addr a, SizeT n, Bool is_write);
/* Takes back accesses that were counted since the thread's last event, but did not happen. */
void hp_traffic_take_back(Thread* t, Addr a, SizeT n, Bool is_write);

/* This is called if an access of t reaches into watched memory (Block.is_word). */
extern void (*hp_traffic_on_word)(Thread* t, Addr a, SizeT n, Bool is_write);

/* The thread whose accesses are counted now. Then the same thread in the form in which
   addr_and_toucher of a block contains it. */
extern Thread* hp_traffic_toucher;
extern ULong hp_traffic_toucher_bits;

/* Packs both numbers of bytes, each below 1 << 31, into the form of a block's r_and_w. */
static inline ULong hp_r_and_w(UInt n_read, UInt n_written) {
    return n_read | (ULong)n_written << 32;
}

/* Moves the counts r and w of the block to `carried` in its extra part, because they have become
   too large for r and w. */
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

/* Counts accesses of hp_traffic_toucher, all in [a, a + n). This works if they lie in a block whose
   toucher this thread is, or in no block, which are the usual cases. In other cases it returns
   False and counts nothing, because a closer look is needed. */
static inline Bool hp_traffic_add(Addr a, SizeT n, ULong r_and_w) {
    Block* b = hp_blockmap_lookup(a);
    if (b == NULL)
        return hp_is_nobodys(a, n);
    if (!hp_traffic_is_in(b, a, n))
        return False;
    hp_traffic_add_at(b, r_and_w);
    return True;
}

/* The blocks at which a thread has pending counts. The first function returns their number, the
   second one the i-th of them. */
UInt hp_traffic_n_touched(const Thread* t);
const Block* hp_traffic_touched(const Thread* t, UInt i);
/* The pending counts of one thread at one block. */
Traffic hp_traffic_pending(const Thread* t, const Block* b);
/* Returns the pending counts of one thread at one block. From now on they are no longer pending. */
Traffic hp_traffic_take(Thread* t, Block* b);
/* Subtracts `counts`, which has n members, from the pending counts of the first n blocks that t has
   touched. */
void hp_traffic_drop(Thread* t, const Traffic* counts, UInt n);
/* Drops all pending counts of this thread, for example because an event contains them now. */
void hp_traffic_clear(Thread* t);

/* The first Spill of a block, or NULL. */
Spill* hp_traffic_spills(const Block* b);
/* From now on other blocks lie inside this block, so each access to it needs a closer look.
   Accesses of a block's toucher skip this look. So the block no longer has a toucher. */
void hp_traffic_crowd(Block* b);

void hp_traffic_init(void);

#endif
