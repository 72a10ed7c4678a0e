/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How long a thread sleeps for a time that it has chosen itself: by nanosleep, by clock_nanosleep,
 * and by select or poll without descriptors.  The thread's next sync event tells the sum, because
 * virtual time counts instructions, and a sleeping thread executes none.
 *
 * Example: a thread sleeps for 2 ms, computes, sleeps for 3 ms and unlocks a mutex.  The event of
 * the unlock has "slept":5000000.
 *
 * Four sleeps count for nothing.  One inside of a wait is part of the wait.  One that a signal ends
 * has an unknown length, and a thread that sleeps for more than 1,000 seconds rather waits for a
 * signal.  And short sleeps that follow each other are those of a thread that polls: how many there
 * are depends on the thread that it waits for.
 */
#ifndef HP_SLEPT_H
#define HP_SLEPT_H

#include "hpcmp/threads/threads.h"

/* Puts the time at a, as nanosleep takes it, into *ns.  Returns False if that is no time, or so
   long that the thread rather waits for a signal. */
Bool hp_read_sleep(Addr a, ULong* ns);

/* Notes for how long the call is to sleep. */
void hp_slept_before(Thread* t, UInt number, const UWord* args);
/* The call has returned: counts the time in t->slept. */
void hp_slept_after(Thread* t, SysRes res);

#endif
