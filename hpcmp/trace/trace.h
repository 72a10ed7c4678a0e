/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events of the trace.  Each function makes the next event, of thread t, out of
 * the instructions that t has executed since its previous one.
 */
#ifndef HP_TRACE_H
#define HP_TRACE_H

#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/threads.h"

typedef enum { HP_SYNC_FORK, HP_SYNC_JOIN, HP_SYNC_EXIT, HP_SYNC_REL, HP_SYNC_ACQ } SyncKind;

typedef struct {
    SyncKind kind;
    ULong value;       /* fork, join: thid; rel, acq: the object's address */
    const HChar* prim; /* rel, acq */
    Bool has_seq;
    ULong seq;
    const HChar* mode; /* "rd", "wr" or NULL */
    ULong wait;        /* acq, join, exit: filled in by trace/trace.c, ... */
    ULong own;         /* ... and exit: instructions of the preload library */
} SyncEvent;

/* Returns the event's birth. */
ULong hp_trace_alloc(Thread* t, const Block* b);
void hp_trace_free(Thread* t, const Block* b, Traffic traffic);
void hp_trace_newsync(Thread* t, const HChar* prim, Addr a);
void hp_trace_delsync(Thread* t, const HChar* prim, Addr a);
/* With t's pending traffic, which is pending no more, and what it waited. */
void hp_trace_sync(Thread* t, const SyncEvent* event);
void hp_trace_info(Thread* t, const HChar* text);

/* The trace of this process begins: tells what made it. */
void hp_trace_begin(Thread* main_thread);
/* The trace ends with the exit of every thread that lives.  Changes nothing in
   the tool's state, so that the trace can go on if an execve fails; see
   hp_output_suspend. */
void hp_trace_end(void);
/* Before that: t is about to execute this file.  Changes nothing either. */
void hp_trace_executes(const Thread* t, const HChar* file);
/* A number for an event that no other has, in this process' trace or in those of
   the processes that it was forked from; 0 for an event that is in no trace.
   hp_trace_id is its id if it is in this trace, else 0. */
ULong hp_trace_birth(ULong id);
ULong hp_trace_id(ULong birth);

/* The number of events so far. */
ULong hp_trace_n_events(void);
void hp_trace_set_n_events(ULong n);
/* A fork's child begins a trace of its own: ids start again, and those of the
   parent's events mean nothing any more. */
void hp_trace_restart(void);

/*--------------------------------------------------------------*/
/* A format writes the events that trace/trace.c puts together.    */

/* What all events have. */
typedef struct {
    ULong thid;
    ULong icnt;
    ULong id;
} EventHead;

typedef struct {
    void (*begin)(void);
    void (*end)(void);
    void (*alloc)(EventHead, const Block*);
    void (*free)(EventHead, const Block*, Traffic);
    void (*life_of_sync)(EventHead, Bool begins, const HChar* prim, Addr);
    void (*sync)(EventHead, const SyncEvent*, const Thread*);
    void (*info)(EventHead, const HChar* text);
} TraceFormat;

extern const TraceFormat hp_trace_json;
extern const TraceFormat hp_trace_text;

#endif
