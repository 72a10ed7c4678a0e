/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Adds up the times for which a thread sleeps by its own choice: by nanosleep, by clock_nanosleep,
 * and by select or poll without descriptors. The thread's next sync event contains the sum. Virtual
 * time does not contain it, because it counts instructions, and a sleeping thread executes none.
 *
 * Example: a thread sleeps for 2 ms, computes, sleeps for 3 ms and unlocks a mutex.  The event of
 * the unlock has "slept":5000000.
 *
 * Four kinds of sleeps are not counted. A sleep inside a wait is part of the wait. A sleep that a
 * signal ends has an unknown length. A thread that sleeps for more than 1,000 seconds probably
 * waits for a signal. Short sleeps that follow each other mean that the thread polls, and their
 * number depends on the thread that it waits for.
 */
#ifndef HP_SLEPT_H
#define HP_SLEPT_H

#include "hpcmp/threads/threads.h"

/* Reads a time at a, in the form that nanosleep takes, and sets *ns. Returns False if no valid time
   is there, or if the time is so long that the thread probably waits for a signal. */
Bool hp_read_sleep(Addr a, ULong* ns);

/* Notes how long the call is going to sleep. */
void hp_slept_before(Thread* t, UInt number, const UWord* args);
/* The call has returned: counts the time in t->slept. */
void hp_slept_after(Thread* t, SysRes res);

#endif
