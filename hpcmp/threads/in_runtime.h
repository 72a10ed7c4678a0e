/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads inside a runtime library whose own operations are recorded, that of
 * OpenMP or C++, say.  What such a library builds them of (mutexes, condition variables,
 * futexes) is its business: recorded, it would show every order twice, and
 * orders that the program does not rely on.  So nothing of it is, from where the
 * program calls the library to where the library calls the program's code.
 *
 * Who spins inside waits, as shown by a pause instruction; so does a thread that is
 * created inside, until its first work.
 */
#ifndef HP_IN_RUNTIME_H
#define HP_IN_RUNTIME_H

#include "hpcmp/threads/threads.h"

void hp_in_runtime_init(void);

void hp_runtime_enter(Thread* t);
void hp_runtime_leave(Thread* t);
/* The same for one call, in which others may be nested.  What it returns is given
   back, and t is where it was; an event that says what it has waited for may still
   come. */
UInt hp_runtime_call(Thread* t);
void hp_runtime_return(Thread* t, UInt where);
/* Is t inside, and not in the handler of a signal that came in between? */
Bool hp_in_runtime(const Thread* t);

/* The library with this code says itself what its threads do, but not when they
   come and go: what it calls is its business always. */
void hp_runtime_library(Addr code);
/* Has it called the wrapper that t is in? */
Bool hp_called_by_runtime(const Thread* t);

#endif
