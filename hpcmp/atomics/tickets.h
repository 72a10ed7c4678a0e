/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks whose threads draw tickets (Mellor-Crummey and Scott, "Algorithms for Scalable
 * Synchronization on Shared-Memory Multiprocessors", 1991, section 2.2).
 *
 * A thread draws a ticket by adding to one word, and then looks at another word until that contains
 * its ticket.  It gives the lock by writing the next ticket there.  Both words may be halves of
 * one, as in Linux's former spin locks.
 *
 * Example: `next` is 7 and `served` is 6.  Thread 3 adds 1 to `next`, so its ticket is 7, and looks
 * at `served`, in vain.  Thread 2, which has ticket 6, writes 7 to `served`: it gives the lock, and
 * thread 3 takes it at its next look.
 *
 * A counter beside a generation (barriers), the cells of a ring and a cursor that others read look
 * alike for a moment.  So a lock is known once two threads have done all that, each with a ticket
 * of its own.  It is none for good if a thread writes the awaited word that does not have the lock,
 * or writes another number; if a thread without a ticket reads it; or if a thread draws a second
 * ticket without having been served.
 */
#ifndef HP_TICKETS_H
#define HP_TICKETS_H

#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/threads/threads.h"

/* What an access does with a lock of tickets. */
typedef struct {
    WordUse use;  /* HP_WORD_MARKED: a ticket is drawn, or looked for in vain */
    Addr lock;    /* the address of the awaited word; 0: the access concerns no such lock */
    UInt n_bytes; /* of that */
    Bool is_lock; /* it was known as a lock before.  With HP_WORD_OTHER it has just ceased to be */
} TicketUse;

/* t changes n bytes at a from `before` to `now` by one operation, stores `now` there, or reads
   `value`.  is_alone: no other thread lives, so nothing new is learned. */
TicketUse hp_ticket_change(Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_alone);
TicketUse hp_ticket_store(Thread* t, Addr a, UInt n, ULong now);
TicketUse hp_ticket_look(Thread* t, Addr a, UInt n, ULong value);

/* Are these bytes a word from which tickets are drawn, as far as that is known? */
Bool hp_ticket_is_drawn(Addr a, UInt n);

/* The awaited word at this address is gone; all are. */
void hp_ticket_forget(Addr a);
void hp_tickets_forget_all(void);

void hp_tickets_init(void);

#endif
