/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the instructions that a thread executes while it waits inside an operation, for example
 * for a lock that another thread holds. They are not work of the program, because a runtime that
 * spins executes more of them the longer the other threads take.
 *
 * A wait begins when an operation begins and its object is not available. If the operation
 * succeeds, the wait ends with an event, which contains the number of these instructions. If the
 * wait ends without such an event, the instructions become work. If a signal arrives in between,
 * the instructions of its handler are work.
 */
#ifndef HP_WAITING_H
#define HP_WAITING_H

#include "hpcmp/threads/threads.h"

/* t has executed n instructions. They count as work, as part of its wait, or not at all. A negative
   n takes instructions back. */
void hp_count_executed(Thread* t, Long n);

void hp_waiting_begin(Thread* t);
/* The same, if it is known that t waits for this object. */
void hp_waiting_begin_for(Thread* t, Addr object);
/* The latest n instructions of t have turned out to be a wait for this object, in a loop that
   looks at memory again and again.  The wait goes on. */
void hp_waiting_begin_spinning(Thread* t, Addr object, ULong n);
/* Does any thread wait in such a loop? */
Bool hp_somebody_spins(void);
/* The operation is over. Instructions of the wait that no event contains become work. Does nothing
   if the thread is not waiting. */
void hp_waiting_end(Thread* t);
/* The wait of t ends with an event. Returns the number of instructions that the event has to
   contain. */
ULong hp_waiting_take(Thread* t);

/* Is t in the operation itself, not in a handler that has interrupted it? */
Bool hp_is_waiting(const Thread* t);

/* Has a waited longer than b? It has if its clock was lower when it began to wait. If the clocks
   were equal, the older thread has waited longer. */
Bool hp_waits_longer(const Thread* a, const Thread* b);
/* The thread that has waited longest for this object, or NULL. */
Thread* hp_waiting_first(Addr object);

/* A signal's handler begins. It may end by returning or by longjmp. */
void hp_waiting_handler_begin(Thread* t);
void hp_waiting_init(void);

#endif
