/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the instructions that a thread executes while it waits inside an operation, for example
 * for a lock that another thread holds. They are not work of the program, because a runtime that
 * spins executes more of them the longer the other threads take.
 *
 * A wait begins when the operation does and the object is not available.  It ends with the event of
 * its success, which carries the instructions. If it ends without such an event, the instructions
 * become work. The handler of a signal that arrives in between does work.
 */
#ifndef HP_WAITING_H
#define HP_WAITING_H

#include "hpcmp/threads/threads.h"

/* t has executed n instructions, which are work, or part of its wait, or not recorded. A negative n
   takes instructions back. */
void hp_count_executed(Thread* t, Long n);

void hp_waiting_begin(Thread* t);
/* The same; t waits for this object. */
void hp_waiting_begin_for(Thread* t, Addr object);
/* The latest n instructions of t have turned out to be a wait for this object, in a loop that
   looks at memory again and again.  The wait goes on. */
void hp_waiting_begin_spinning(Thread* t, Addr object, ULong n);
/* Does any thread wait in such a loop? */
Bool hp_somebody_spins(void);
/* The operation is over. Instructions that no event has carried become work. Does nothing if the
   thread is not waiting. */
void hp_waiting_end(Thread* t);
/* The wait ends with an event of t that carries this many instructions. */
ULong hp_waiting_take(Thread* t);

/* Is t in the operation itself, not in a handler that has interrupted it? */
Bool hp_is_waiting(const Thread* t);

/* Has a waited longer than b, by their clocks?  If they are equal, the older thread has. */
Bool hp_waits_longer(const Thread* a, const Thread* b);
/* The thread that has waited longest for this object, or NULL. */
Thread* hp_waiting_first(Addr object);

/* A signal's handler begins; it returns, unless longjmp leaves it. */
void hp_waiting_handler_begin(Thread* t);
void hp_waiting_init(void);

#endif
