/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pthread_once, and the initialisers of C++'s function-local statics.
 */
#ifndef HP_ONCE_H
#define HP_ONCE_H

#include "hpcmp/threads/threads.h"

void hp_once_init(void);

/* hp_once_begin(): a call of pthread_once begins. is_running: another thread seems to run the
   initialiser. hp_once_end(): the call ends. hp_once_unwind(): the call is left without returning.
   If this thread runs the initialiser, hp_once_run_begin() returns the function to run, and
   hp_once_run_end() says that it has run. */
void hp_once_begin(Thread* t, Addr control, Addr initialiser, Bool is_running);
void hp_once_end(Thread* t, Addr control);
void hp_once_unwind(Thread* t);
Addr hp_once_run_begin(Thread* t);
void hp_once_run_end(Thread* t);
/* A C++ static variable is initialised by two library calls. The first one begins with
   hp_once_begin(). hp_once_guard_take(): it returns, and this thread has to run the initialiser.
   hp_once_guard_release(): the second call begins. It ends with hp_once_end(). */
void hp_once_guard_take(Thread* t, Addr guard);
void hp_once_guard_release(Thread* t, Addr guard);

#endif
