/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks whose threads stand in a queue of nodes: MCS (Mellor-Crummey and Scott, "Algorithms for
 * Scalable Synchronization on Shared-Memory Multiprocessors", 1991, section 2.4) and CLH (Craig,
 * "Building FIFO and Priority-Queuing Spin Locks from Atomic Swap", 1993; Landin and Hagersten,
 * "Queue Locks on Cache Coherent Multiprocessors", 1994).
 *
 * A word, the tail, contains the address of the last node.  A thread asks for the lock by one
 * operation that writes the address of its own node there and returns the previous node. If there
 * is none, the thread has the lock. Otherwise it looks at a word until the previous thread writes
 * this word, which lies in the thread's own node (MCS) or in the previous node (CLH).  That write
 * gives the lock.  With MCS, the last thread in line gives the lock by changing the tail from its
 * own node to null.  The lock is named after the tail.
 *
 * Example (MCS): thread 2 has changed `tail` from null to 0x5000, so it has the lock.  Thread 3
 * changes 0x5000 to 0x6000, writes 0x6000 to 0x5000 (`next`, by which thread 2 finds it), and looks
 * at 0x6008 in vain.  Thread 2 reads `next` and writes 0 to 0x6008: it gives the lock, and thread
 * 3's next look takes it.
 *
 * A stack's head, a queue of messages (Vyukov) and a mailbox contain addresses of nodes as well. So
 * the tool takes a tail for a lock only when at least two threads have handed it over, twice in
 * all, to the thread behind them, and that thread had looked at a word at the same offset of such a
 * node. A tail is never taken for a lock again if a thread that is not involved writes or reads the
 * awaited word, or if a thread that is not the last in line empties the tail.
 */
#ifndef HP_QUEUE_LOCKS_H
#define HP_QUEUE_LOCKS_H

#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/threads/threads.h"

/* The effect of an access on a lock that queues its waiters. */
typedef struct {
    WordUse use;  /* HP_WORD_MARKED: a thread asks, looks in vain, or links its node to the queue */
    Addr lock;    /* the address of the tail; 0: the access concerns no such lock */
    Addr word;    /* the word at which threads look from now on, or have looked until now, */
    UInt n_bytes; /* with so many bytes; 0: nothing */
    Bool is_lock; /* it was known as a lock before. With HP_WORD_OTHER it no longer is one */
} QueueUse;

/* t changes n bytes at a from `before` to `now` by one operation, stores `now` there, or reads
   them.  is_alone: no other thread lives, so nothing new is learned. */
QueueUse hp_queue_change(Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_alone);
QueueUse hp_queue_store(Thread* t, Addr a, UInt n, ULong now);
QueueUse hp_queue_look(Thread* t, Addr a);

/* Does a thread wait for a known lock of this sort by looking at the word at this address? */
Bool hp_queue_is_awaited(Addr a);

/* t is gone. */
void hp_queues_drop_thread(const Thread* t);
/* The tail at this address is gone; all tails are gone. */
void hp_queue_forget(Addr a);
void hp_queues_forget_all(void);

void hp_queues_init(void);

#endif
