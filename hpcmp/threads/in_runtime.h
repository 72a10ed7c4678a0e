/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads inside a runtime library whose own operations are recorded, such as that of OpenMP or
 * C++. Such a library builds its operations of mutexes, condition variables and futexes. These are
 * not recorded, because they would show each order of threads twice, and also orders that the
 * program does not rely on. A thread is inside from when the program calls the library until the
 * library calls the program's code or returns.
 *
 * A thread that spins inside counts as waiting. It is recognised by a pause instruction. A thread
 * that is created inside waits until it gets its first work.
 */
#ifndef HP_IN_RUNTIME_H
#define HP_IN_RUNTIME_H

#include "hpcmp/threads/threads.h"

void hp_runtime_enter(Thread* t);
void hp_runtime_leave(Thread* t);
/* The same for one call, in which other calls may be nested. `where` is the result of
   hp_runtime_call. hp_runtime_return() puts t back where it was before the call. It does not end a
   wait of t, because an event that tells the wait may still come. */
UInt hp_runtime_call(Thread* t);
void hp_runtime_return(Thread* t, UInt where);
/* Is t inside, and not in the handler of a signal that has interrupted it there? */
Bool hp_is_in_runtime(const Thread* t);

/* Adds the library that contains this code. This library reports what its threads do, but not when
   they enter and leave it. So calls of wrappers from its code are not recorded (OUTSIDE in
   shared/client_requests.def). */
void hp_runtime_add_library(Addr code);
/* Has that library called the wrapper that t is in? */
Bool hp_is_called_by_runtime(const Thread* t);

#endif
