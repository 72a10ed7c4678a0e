/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An event that may turn out to be none.  It says what was true when it was put off: the
 * instructions, the traffic and the samples until then.  It is written before the thread's next
 * event, or dropped; what belongs to it then belongs to the next event.
 *
 * Example: a thread adds to a counter a million times in one turn.  Only the last of these stores
 * can be seen by others, so each drops the event of the one before.
 */
#ifndef HP_PUT_OFF_H
#define HP_PUT_OFF_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/trace/event.h"
#include "hpcmp/where/samples.h"

typedef struct _PutOff {
    Bool is_there;
    SyncEvent event;
    ULong icnt;
    StackNumber at;
    Bool ends_wait;   /* what the thread executes behind it is work */
    Traffic* traffic; /* of the first blocks that the thread has touched */
    UInt n_traffic;
    UInt room_traffic;
    Sample* samples; /* the first ones of the thread */
    UInt n_samples;
    UInt room_samples;
} PutOff;

/* The thread's counts, which are up to date, become those of the event.  The thread has none that
   is put off already. */
void hp_put_off(Thread* t, const SyncEvent* event);
/* The event that is put off happens now, and not when it was put off; the thread's stack is `at`.
 */
void hp_put_off_move(Thread* t, StackNumber at);
/* The event that is put off, or NULL. */
SyncEvent* hp_put_off_event(const Thread* t);
void hp_put_off_drop(Thread* t);

/* For the writer of the event: the thread's counts are those since the event from now on. */
void hp_put_off_take(Thread* t);

#endif
