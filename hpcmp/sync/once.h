/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pthread_once, and the initialisers of C++'s function-local statics.
 */
#ifndef HP_ONCE_H
#define HP_ONCE_H

#include "hpcmp/threads/threads.h"

void hp_once_init(void);

/* pthread_once begins and ends, or is left; in between, if it is this thread that
   runs the initialiser: what is to be run, and that it has been.  is_running: by
   another thread; the tool may know better. */
void hp_once_begin(Thread* t, Addr control, Addr initialiser, Bool is_running);
void hp_once_end(Thread* t, Addr control);
void hp_once_unwind(Thread* t);
Addr hp_once_run_begin(Thread* t);
void hp_once_run_end(Thread* t);
/* The initialiser of a C++ static variable, in two calls: the first, begun as above,
   returns, and it is up to this thread; the second begins, and ends as above. */
void hp_once_guard_take(Thread* t, Addr guard);
void hp_once_guard_release(Thread* t, Addr guard);

#endif
