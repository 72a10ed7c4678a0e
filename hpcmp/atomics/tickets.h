/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks whose threads draw tickets (Mellor-Crummey and Scott, "Algorithms for Scalable
 * Synchronization on Shared-Memory Multiprocessors", 1991, section 2.2).
 *
 * A thread draws a ticket by adding to one word, and then looks at another word (the awaited word)
 * until that contains its ticket. It gives the lock by writing the next ticket to the awaited word.
 * The two words may be halves of one word, as in Linux's former spin locks.
 *
 * Example: `next` is 7 and `served` is 6.  Thread 3 adds 1 to `next`, so its ticket is 7, and looks
 * at `served`, in vain.  Thread 2, which has ticket 6, writes 7 to `served`: it gives the lock, and
 * thread 3 takes it at its next look.
 *
 * A counter beside a generation (barriers), the cells of a ring and a cursor that others read look
 * similar for a moment. So the tool takes a word for a lock only when two threads have done all of
 * this: each has drawn a ticket, has looked at the awaited word, and has given the lock. The word
 * is never taken for a lock again in these cases: a thread that does not have the lock writes the
 * awaited word, or the holder writes another number; a thread without a ticket reads the word; a
 * thread draws a second ticket before it has been served.
 */
#ifndef HP_TICKETS_H
#define HP_TICKETS_H

#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/threads/threads.h"

/* The effect of an access on a lock of tickets. */
typedef struct {
    WordUse use;  /* HP_WORD_MARKED: a thread draws a ticket, or looks in vain */
    Addr lock;    /* the address of the awaited word; 0: the access concerns no such lock */
    UInt n_bytes; /* of that word */
    Bool is_lock; /* the lock was already known. HP_WORD_OTHER: from now on it is no lock */
} TicketUse;

/* t changes n bytes at a from `before` to `now` by one operation; stores `now` there; reads
   `value`. is_alone: no other thread lives, so nothing new is learned. */
TicketUse hp_ticket_change(Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_alone);
TicketUse hp_ticket_store(Thread* t, Addr a, UInt n, ULong now);
TicketUse hp_ticket_look(Thread* t, Addr a, UInt n, ULong value);

/* Do threads draw tickets from these bytes, as far as is known? */
Bool hp_ticket_is_drawn(Addr a, UInt n);

/* The awaited word at this address is gone; all awaited words are gone. */
void hp_ticket_forget(Addr a);
void hp_tickets_forget_all(void);

void hp_tickets_init(void);

#endif
