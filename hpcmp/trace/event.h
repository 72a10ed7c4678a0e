/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The parts of an event of the trace.
 */
#ifndef HP_EVENT_H
#define HP_EVENT_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/where/call_stacks.h"

/* The members of all events. */
typedef struct {
    ULong thid;
    ULong icnt;
    ULong id;
    StackNumber at; /* of alloc, newsync and sync events */
} EventHead;

/* A synchronisation object. `named` is its address in the trace. `at` is its address in the
   program's memory, or 0. */
typedef struct {
    Addr named;
    Addr at;
} TracedObject;

/* The content of a newsync event. */
typedef struct {
    const HChar* prim;
    TracedObject object;
    UInt rwlock_kind;   /* of a reader/writer lock, else 0 */
    const Block* block; /* the block that it lies in, or NULL */
} NewSync;

typedef enum { HP_SYNC_FORK, HP_SYNC_JOIN, HP_SYNC_EXIT, HP_SYNC_REL, HP_SYNC_ACQ } SyncEventKind;

typedef struct {
    SyncEventKind kind;
    ULong value;       /* fork, join: thid; rel, acq: the object's address */
    const HChar* prim; /* rel, acq */
    Bool has_seq;
    ULong seq;
    const HChar* mode; /* "rd", "wr" or NULL */
    ULong bytes;       /* rel: bytes of a message; 0: there is no message */
    ULong wait;        /* acq, join, exit: instructions of the wait; trace.c sets this */
    ULong own;         /* exit: instructions of the preload library; trace.c sets this */
    ULong library;     /* instructions of a library (in_library.h) since the sync event before;
                          trace.c sets this */
    ULong slept;       /* nanoseconds of sleep since the sync event before; trace.c sets this */
} SyncEvent;

#endif
