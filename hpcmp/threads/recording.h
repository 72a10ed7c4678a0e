/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Recording may be off. Then instructions, traffic and samples are left out. Everything that orders
 * threads stays in the trace: sync events, waits and clocks. So the model of the recorded parts is
 * the same as with a complete trace. Example: with --hpcmp-only=solve, thread 2 locks a mutex
 * before solve and in it. Both locks are events. The first one contains 0 instructions of work.
 *
 * HPCMP_PAUSE (sync/user.c) is another way to leave parts out. It also leaves out the thread's
 * acquires and releases.
 */
#ifndef HP_RECORDING_H
#define HP_RECORDING_H

#include "hpcmp/threads/threads.h"

/* Instructions that threads of the process have executed while recording was off. */
extern ULong hp_recording_left_out;

/* Is what t does now left out? */
static inline Bool hp_is_left_out(const Thread* t) {
    return t->n_pauses > 0 || t->is_off;
}

#endif
