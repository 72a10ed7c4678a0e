/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads inside a runtime library whose own operations are recorded, such as that of OpenMP or
 * C++.  The mutexes, condition variables and futexes of which such a library builds its
 * operations are not recorded, because they would show every order twice, and orders that the
 * program does not rely on.  This holds from where the program calls the library to where the
 * library calls the program's code.
 *
 * A thread that spins inside waits, as a pause instruction shows.  A thread that is created
 * inside waits, too, until its first work.
 */
#ifndef HP_IN_RUNTIME_H
#define HP_IN_RUNTIME_H

#include "hpcmp/threads/threads.h"

void hp_runtime_enter(Thread* t);
void hp_runtime_leave(Thread* t);
/* The same for one call, in which others may be nested.  hp_runtime_return takes the result, and
   t is where it was before the call.  The wait of t goes on, because an event that tells it may
   still come. */
UInt hp_runtime_call(Thread* t);
void hp_runtime_return(Thread* t, UInt where);
/* Is t inside, and not in the handler of a signal that came in between? */
Bool hp_is_in_runtime(const Thread* t);

/* Adds the library that this code belongs to.  It reports itself what its threads do, but not when
   they enter and leave it.  So whatever its code asks of the wrappers is left out (OUTSIDE in
   shared/client_requests.def). */
void hp_runtime_add_library(Addr code);
/* Has that library called the wrapper that t is in? */
Bool hp_is_called_by_runtime(const Thread* t);

#endif
