/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks whose threads stand in a queue of nodes: MCS (Mellor-Crummey and Scott, "Algorithms for
 * Scalable Synchronization on Shared-Memory Multiprocessors", 1991, section 2.4) and CLH (Craig,
 * "Building FIFO and Priority-Queuing Spin Locks from Atomic Swap", 1993; Landin and Hagersten,
 * "Queue Locks on Cache Coherent Multiprocessors", 1994).
 *
 * A word, the tail, contains the address of the last node. A thread asks for the lock by one
 * operation that writes the address of its own node to the tail and returns the previous node. If
 * there is no previous node, the thread has the lock. Otherwise the thread looks at a word until
 * the previous thread writes to that word. The awaited word lies in the thread's own node (MCS) or
 * in the previous node (CLH). The write gives the lock to the next thread. With MCS, if no thread
 * waits, the holder gives the lock by changing the tail from its own node to null. The lock is
 * named after the tail.
 *
 * Example (MCS): thread 2 has changed `tail` from null to 0x5000, so it has the lock.  Thread 3
 * changes 0x5000 to 0x6000, writes 0x6000 to 0x5000 (`next`, by which thread 2 finds it), and looks
 * at 0x6008 in vain.  Thread 2 reads `next` and writes 0 to 0x6008: it gives the lock, and thread
 * 3's next look takes it.
 *
 * A stack's head, a queue of messages (Vyukov) and a mailbox contain addresses of nodes as well. So
 * the tool takes a tail for a lock only after two hand-overs, and once two threads have given the
 * lock. In a hand-over, a thread writes to the word that the thread behind it looks at. This word
 * must be at the same offset of a node each time. A tail is never taken for a lock again in two
 * cases: a thread that is not involved writes or reads the awaited word; a thread that is not the
 * last in line sets the tail to null.
 */
#ifndef HP_QUEUE_LOCKS_H
#define HP_QUEUE_LOCKS_H

#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/threads/threads.h"

/* The effect of an access on a lock that queues its waiters. */
typedef struct {
    WordUse use;  /* HP_WORD_MARKED: a thread asks, looks in vain, or links its node to the queue */
    Addr lock;    /* the address of the tail; 0: the access concerns no such lock */
    Addr word;    /* the word that a thread looks at from now on, or did until now
                   */
    UInt n_bytes; /* of that word */
    Bool is_lock; /* the lock was already known. HP_WORD_OTHER: from now on it is no lock */
} QueueUse;

/* t changes n bytes at a from `before` to `now` by one operation; stores `now` there; reads them.
   is_alone: no other thread lives, so no new tail is looked for. */
QueueUse hp_queue_change(Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_alone);
QueueUse hp_queue_store(Thread* t, Addr a, UInt n, ULong now);
QueueUse hp_queue_look(Thread* t, Addr a);

/* Does a thread wait for a known queue lock by looking at the word at this address? */
Bool hp_queue_is_awaited(Addr a);

/* t is gone. */
void hp_queues_drop_thread(const Thread* t);
/* The tail at this address is gone; all tails are gone. */
void hp_queue_forget(Addr a);
void hp_queues_forget_all(void);

void hp_queues_init(void);

#endif
