/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An event is put off if it may turn out not to be needed. It keeps the state at the time when it
 * was put off: the instructions, the traffic and the samples until then. It is written before the
 * thread's next event, or it is dropped. If it is dropped, its instructions, traffic and samples
 * belong to the next event.
 *
 * Example: a thread adds to a counter a million times in one turn. Other threads can see only the
 * last of these stores, so each store drops the event of the store before.
 */
#ifndef HP_PUT_OFF_H
#define HP_PUT_OFF_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/trace/event.h"
#include "hpcmp/where/samples.h"

/* The event that a thread has put off, and its state. */
typedef struct {
    Bool is_there;
    SyncEvent event;
    ULong icnt;
    StackNumber at;
    Bool ends_wait;   /* what the thread executes after the event is work */
    Traffic* traffic; /* traffic of the first n_traffic blocks that the thread has touched */
    UInt n_traffic;
    UInt room_traffic;
    Sample* samples; /* the first n_samples samples of the thread */
    UInt n_samples;
    UInt room_samples;
} PutOff;

/* Puts the event off. Its counts are those of the thread now, which are up to date. The thread must
   not have an event that is put off already. */
void hp_put_off(Thread* t, const SyncEvent* event);
/* The event that is put off counts as one that happens now. The thread's stack is `at`.
 */
void hp_put_off_move(Thread* t, StackNumber at);
/* The event that is put off, or NULL. */
SyncEvent* hp_put_off_event(const Thread* t);
/* The event that is put off, with its state. There must be one. */
const PutOff* hp_put_off_state(const Thread* t);
void hp_put_off_drop(Thread* t);

/* Called when the event is written. From now on the thread's counts are those since the event. */
void hp_put_off_take(Thread* t);

#endif
