/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events of the trace. Each function makes the next event of thread t. The event contains the
 * number of instructions that t has executed since its previous event.
 *
 * The room trace knows what an event says and how it is written. It asks base, output, threads and
 * count.
 */
#ifndef HP_TRACE_H
#define HP_TRACE_H

#include "hpcmp/count/traffic.h"
#include "hpcmp/trace/event.h"

/* The block gets its birth. */
void hp_trace_alloc(Thread* t, Block* b);
void hp_trace_free(Thread* t, const Block* b, Traffic traffic);
/* Returns the event's head; its id is 0 if there is no trace. */
EventHead hp_trace_newsync(Thread* t, const NewSync* object);
void hp_trace_delsync(Thread* t, const HChar* prim, Addr a);
/* The event contains t's pending traffic, which is then no longer pending, and the instructions of
   its wait. */
void hp_trace_sync(Thread* t, const SyncEvent* event);
/* Writes the event that t has put off, if there is one. */
void hp_trace_write_put_off(Thread* t);
void hp_trace_info(Thread* t, const HChar* text);

/* The trace of this process begins.  The text says which process this is. */
void hp_trace_begin(Thread* main_thread, const HChar* text);
/* The trace ends with the exit of every thread that lives. Does not change the threads' state, so
   the trace can continue if an execve fails. */
void hp_trace_end(void);
/* Called before hp_trace_end(): t is about to execute this file. Does not change the threads' state
   either. */
void hp_trace_exec(const Thread* t, const HChar* file);
/* The same for a file that will not be recorded. `reason` is a clause that says why: "which is
   ...". */
void hp_trace_exec_unseen(const Thread* t, const HChar* file, const HChar* reason);

#endif
