/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Synchronisation objects: when they begin and end, and their release and acquire events. This file
 * contains what all kinds of objects share, and knows no kind. Each kind has a file of its own,
 * with its rules and with the way in which it numbers releases and acquires. Some are here
 * (locks.c, semaphores.c, ...), others in calls/, channels/, ipc/, processes/ and openmp/tool/.
 * docs/trace-format.md explains the rules, and why they are the weakest that a program can rely on.
 *
 * The room sync knows primitives and what orders threads. It asks base, blocks, threads, trace and
 * heap.
 */
#ifndef HP_OBJECTS_H
#define HP_OBJECTS_H

#include "hpcmp/base/prims.h"
#include "hpcmp/blocks/block.h"
#include "hpcmp/sync/release_clocks.h"
#include "hpcmp/threads/threads.h"
#include "hpcmp/trace/event.h"

/* The source of a report that something has happened. */
typedef enum {
    HP_BY_LIBRARY, /* a wrapper of the C library, the kernel, or a runtime library */
    HP_BY_PROGRAM  /* the program itself, with macros of hpcmp.h, Helgrind or DRD */
} HpReporter;

typedef struct _SyncObj {
    VgHashNode node; /* key: its address in the trace */
    Addr at;         /* its address in the program; differs only with HP_ATOMIC_ADDRESSES */
    HpPrim prim;
    const HChar* name; /* the name of the primitive in the trace */
    Bool owns_name;
    EventHead told;     /* head of its newsync event in this process's trace; id 0: there is no such
                           event */
    Bool is_internal;   /* the C library uses it for its own purposes */
    HpReporter said_by; /* who has reported that it began */
    Bool begins;        /* it was initialised, which the trace does not say yet */
    HChar* shared_as;   /* its name in all processes; NULL: no other process has it */
    UInt rwlock_kind;   /* of a reader/writer lock, as in the trace; else 0 */
    UInt mapped_then;   /* hp_n_mapping_changes() when shared_as was found out */
    ReleaseClocks* clocks; /* NULL before the first release */
    Block* block;          /* the heap block that it lies in, or NULL */
    struct _SyncObj* next_in_block;
    Thread* on_stack_of; /* the thread whose stack or thread-local memory it lies in, or NULL */
    struct _SyncObj* next_on_stack;
    ULong state[]; /* the state of its kind, all zero at first */
} SyncObj;

/* The state and the functions of a kind of objects.  Functions may be NULL. */
typedef struct {
    SizeT state_size;
    Bool is_in_memory;                        /* the object is in memory, which processes may share
                                               */
    ULong (*value)(const SyncObj* obj);       /* the object's value now; see hp_object_init */
    void (*begin)(SyncObj* obj, ULong value); /* see hp_object_init */
    void (*end)(Thread* t, SyncObj* obj);     /* called before the object's last event */
    /* Called in the child of a fork, before its only thread t gets the number 1. From then on no
       other thread holds the object or waits for it. */
    void (*reset_in_child)(Thread* t, SyncObj* obj);
} SyncKind;

void hp_objects_init(void);

/* All objects of this primitive are of this kind. If a primitive has no kind, its objects have no
   state. */
void hp_sync_set_kind(HpPrim prim, const SyncKind* kind);

/* The object at an address, or NULL. */
SyncObj* hp_sync_find(Addr a);
/* The object at an address if it is of this primitive, else NULL. */
SyncObj* hp_sync_find_as(HpPrim prim, Addr a);
/* The object of this primitive at an address. If no call has initialised one there, an object
   begins now. shared_as: the object's name in all processes. NULL: other processes have the object
   only if it lies in shared memory. */
SyncObj* hp_sync_object(Thread* t, HpReporter by, HpPrim prim, Addr a, const HChar* shared_as);
/* Like hp_sync_object(), but an object that begins now has this value. */
SyncObj* hp_sync_object_with(Thread* t, HpReporter by, HpPrim prim, Addr a, ULong value);
/* hp_sync_begin(): an object begins, perhaps again. `name` is the name of its primitive in the
   trace, or NULL for the usual name. hp_sync_end(): an object ends. */
SyncObj* hp_sync_begin(Thread* t, HpReporter by, HpPrim prim, const HChar* name, Addr a,
                       ULong value);
void hp_sync_end(Thread* t, SyncObj* obj);
/* Frees an object that this process never uses again. There is no event, because other processes
   may still use it under its name.  No thread of this process may hold it or wait for it. */
void hp_sync_discard(SyncObj* obj);
/* The memory from lo up to end is gone, so the objects in it end. Objects that other processes
 * have, too, are the exception. */
void hp_sync_end_in(Thread* t, Addr lo, Addr end);
/* Calls `visit` for every object. `visit` must not begin or end objects. */
void hp_sync_for_each(Thread* t, void (*visit)(Thread*, SyncObj*));

/* hp_object_init(): an object is initialised. `value` is a semaphore's count, a barrier's number of
   participants or a reader/writer lock's kind. hp_object_destroy(): an object is destroyed, if it
   is known as one of this primitive. */
void hp_object_init(Thread* t, HpReporter by, HpPrim prim, Addr a, ULong value);
void hp_object_destroy(Thread* t, HpPrim prim, Addr a);
/* All objects from lo up to end are destroyed, whatever their kind. */
void hp_objects_destroy_in(Thread* t, Addr lo, Addr end);

/* Returns the content of the object's newsync event. */
NewSync hp_sync_newsync(const SyncObj* obj);
/* Writes the object's newsync event before the next event, if the object is in the trace. */
void hp_sync_introduce(Thread* t, SyncObj* obj);
/* Is the object in the trace, and may other processes have it? */
Bool hp_sync_is_shared(const Thread* t, const SyncObj* obj);
/* If the object is shared, writes something else than a release or acquire that t does with it:
 * TRACE_OBJECT_WAITS, for example. */
void hp_sync_tell(Thread* t, SyncObj* obj, const HChar* what);
/* If the object is shared, writes more about its next release or acquire: TRACE_OBJECT_TO_ALL, for
   example. */
void hp_sync_tell_more(Thread* t, SyncObj* obj, const HChar* text);

/* Release or acquire events of an object; mode is NULL or "rd", "wr". */
void hp_sync_release(Thread* t, SyncObj* obj, ULong seq, const HChar* mode);
void hp_sync_acquire(Thread* t, SyncObj* obj, ULong seq, const HChar* mode);
/* The same, but the event is put off (trace/put_off.h). */
void hp_sync_put_off_release(Thread* t, SyncObj* obj, ULong seq);
/* The release that was put off happens only now. t's stack is `at`. */
void hp_sync_move_release(Thread* t, SyncObj* obj, StackNumber at);
void hp_sync_put_off_acquire(Thread* t, SyncObj* obj, ULong seq);
/* A release that happened at an unknown time after `clock`, which is a time of the machine's clock.
 */
void hp_sync_release_since(Thread* t, SyncObj* obj, ULong seq, ULong clock);
/* The release of a message, which has this number of bytes. */
void hp_sync_send(Thread* t, SyncObj* obj, ULong seq, ULong bytes);
/* A release and an acquire without a number, for objects that the program announces. */
void hp_sync_release_plain(Thread* t, SyncObj* obj);
void hp_sync_acquire_plain(Thread* t, SyncObj* obj);

#endif
