/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Is recording off?  Then instructions, traffic and samples are left out, and everything that
 * orders threads stays: sync events, waits and clocks.  So the model of the parts that are recorded
 * is the same as in a complete trace.  Example: with --hpcmp-only=solve, thread 2 locks a mutex
 * before solve and in it.  Both locks are events; the work before the first one is 0.
 *
 * HPCMP_PAUSE is the other way to leave something out (sync/user.c).  It leaves the thread's
 * acquires and releases out, too.
 */
#ifndef HP_RECORDING_H
#define HP_RECORDING_H

#include "hpcmp/threads/threads.h"

/* Instructions that threads of the process executed meanwhile. */
extern ULong hp_recording_left_out;

/* Is what t does now left out? */
static inline Bool hp_is_left_out(const Thread* t) {
    return t->n_pauses > 0 || t->is_off;
}

#endif
