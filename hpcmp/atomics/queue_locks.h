/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks whose threads stand in a queue of nodes: MCS (Mellor-Crummey and Scott, "Algorithms for
 * Scalable Synchronization on Shared-Memory Multiprocessors", 1991, section 2.4) and CLH (Craig,
 * "Building FIFO and Priority-Queuing Spin Locks from Atomic Swap", 1993; Landin and Hagersten,
 * "Queue Locks on Cache Coherent Multiprocessors", 1994).
 *
 * A word, the tail, contains the address of the last node.  A thread asks by writing the address of
 * its own node there, as one operation that returns the node before.  If there is none, the thread
 * has the lock.  Else it looks at a word until the thread before writes that word: a word in its
 * own node (MCS), or in the node before (CLH).  That write gives the lock.  With MCS, the last
 * thread in line gives the lock by changing the tail from its own node to null.  The lock is named
 * after the tail.
 *
 * Example (MCS): thread 2 has changed `tail` from null to 0x5000, so it has the lock.  Thread 3
 * changes 0x5000 to 0x6000, writes 0x6000 to 0x5000 (`next`, by which thread 2 finds it), and looks
 * at 0x6008 in vain.  Thread 2 reads `next` and writes 0 to 0x6008: it gives the lock, and thread
 * 3's next look takes it.
 *
 * A stack's head, a queue of messages (Vyukov) and a mailbox contain addresses of nodes as well.
 * So a lock is known only when two threads at least have handed it over, twice in all, to a thread
 * that stood behind them and had looked at a word at the same offset of such a node.  It is none
 * for good if another thread writes the awaited word or reads it, or if a thread empties the tail
 * that is not the last in line.
 */
#ifndef HP_QUEUE_LOCKS_H
#define HP_QUEUE_LOCKS_H

#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/threads/threads.h"

/* The effect of an access on a lock that queues its waiters. */
typedef struct {
    WordUse use;  /* HP_WORD_MARKED: a thread asks, looks in vain, or links its node to the queue */
    Addr lock;    /* the address of the tail; 0: the access concerns no such lock */
    Addr word;    /* what threads look at from now on, or have looked at until now, */
    UInt n_bytes; /* with so many bytes; 0: nothing */
    Bool is_lock; /* it was known as a lock before.  With HP_WORD_OTHER it has just ceased to be */
} QueueUse;

/* t changes n bytes at a from `before` to `now` by one operation, stores `now` there, or reads
   them.  is_alone: no other thread lives, so nothing new is learned. */
QueueUse hp_queue_change(Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_alone);
QueueUse hp_queue_store(Thread* t, Addr a, UInt n, ULong now);
QueueUse hp_queue_look(Thread* t, Addr a);

/* Does a thread wait for such a lock, which is known, by the word at this address? */
Bool hp_queue_is_awaited(Addr a);

/* t is gone. */
void hp_queues_drop_thread(const Thread* t);
/* The tail at this address is gone; all are. */
void hp_queue_forget(Addr a);
void hp_queues_forget_all(void);

void hp_queues_init(void);

#endif
