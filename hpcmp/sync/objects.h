/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Synchronisation objects and the numbering of what they publish.  The rules,
 * and why they are the weakest a program can rely on, are in
 * docs/trace-format.md.  This file has what all kinds share; a kind's own
 * rules are in a file of its name (sync/locks.c, sync/semaphores.c, ...).
 */
#ifndef HP_SYNC_H
#define HP_SYNC_H

#include "hpcmp/threads/threads.h"
#include "hpcmp/threads/waiting.h"
#include "shared/client_requests.h"

/* A mutex, spin lock or reader/writer lock. */
typedef struct {
    ULong owner;      /* thid of who holds it for writing, or 0 */
    UInt depth;       /* how often the owner has locked it */
    ULong n_released; /* unlocks so far; of a reader/writer lock: writers' */
    Bool is_robust;   /* its owner's end unlocks it */
} LockState;

/* The k-th completed wait takes token k - initial. */
typedef struct {
    ULong initial;
    ULong n_posts;
    ULong n_waits;
    UInt n_opens; /* sem_open without sem_close */
} SemState;

typedef struct {
    ULong n_participants; /* 0: initialised before we could see it */
    ULong n_arrived;      /* in this round */
    ULong n_inside;       /* threads that have arrived and not departed */
    ULong round;          /* 1, 2, ... */
} BarrierState;

/* A pthread_once_t, a std::once_flag, or the guard of a C++ static variable. */
typedef struct {
    Bool is_running; /* its initialiser */
    ULong ended_by;  /* thid of who ran it last */
    ULong n_ended;   /* how often that has ended: by exceptions, then with success */
} OnceState;

typedef struct _OnceCall OnceCall;

/* A thread asleep: it takes the earliest broadcast, or signal that no other
   waiter has used up, with a number above began. */
typedef struct {
    ULong thid;
    ULong began;
    ULong broadcast; /* the first one since, or 0 */
} CondWaiter;

/* Invariant: `signals` are ascending, and each is above the `began` of some
   waiter. */
typedef struct {
    ULong n_signals; /* signals and broadcasts */
    CondWaiter* waiters;
    UInt n_waiters;
    UInt waiters_capacity;
    ULong* signals; /* not used up */
    UInt n_unused;
    UInt signals_capacity;
    UInt n_since_newest; /* unused ones since the newest waiter began */
} CondState;

typedef struct {
    ULong n_wakes; /* calls that have woken somebody */
} FutexState;

typedef struct _SyncObj {
    VgHashNode node; /* key: its address */
    HpPrim prim;
    const HChar* name; /* of the primitive, as in the trace */
    Bool owns_name;
    Bool is_recorded; /* its newsync is in this process's trace */
    Bool is_said;     /* it began as the program itself said so */
    Bool is_internal; /* of the C library, for its own purposes */
    Block* block;     /* the heap block that it lies in, or NULL */
    struct _SyncObj* next_in_block;
    union {
        LockState lock;
        SemState sem;
        BarrierState barrier;
        CondState cond;
        OnceState once;
        ULong n_begun; /* OpenMP's regions and tasks of one construct */
        FutexState futex;
    };
} SyncObj;

/* The name of a kind of primitive in the trace and in options. */
const HChar* hp_prim_name(HpPrim prim);

void hp_sync_init(void);

/* What is reported now, the program says itself: with hpcmp.h or to Helgrind or
   DRD. */
extern Bool hp_sync_is_said;

/* The object at an address, or NULL. */
SyncObj* hp_sync_known(Addr a);
/* The same; one that was never initialised by a call, or was of another kind,
   begins now.  *is_new (may be NULL): its state is still to be set. */
SyncObj* hp_sync_object(Thread* t, HpPrim prim, Addr a, Bool* is_new);
/* An object begins (again), under a name of its own if not NULL; ends. */
SyncObj* hp_sync_begin(Thread* t, HpPrim prim, const HChar* name, Addr a);
void hp_sync_end(Thread* t, SyncObj* obj);
/* A heap block is about to end, and what is in it with it. */
void hp_sync_end_inside(Thread* t, Block* b);
/* In the child of a fork, before its only thread t gets the number 1: no object
   is in the trace yet, and no other thread holds or waits for one. */
void hp_sync_reset_in_child(Thread* t);

/* Release or acquire events of an object; mode is NULL or "rd", "wr". */
void hp_sync_release(Thread* t, SyncObj* obj, ULong seq, const HChar* mode);
void hp_sync_acquire(Thread* t, SyncObj* obj, ULong seq, const HChar* mode);
/* The same without a number: the user's own. */
void hp_sync_release_plain(Thread* t, SyncObj* obj);
void hp_sync_acquire_plain(Thread* t, SyncObj* obj);

/* What the preload library reports; see shared/client_requests.h. */
void hp_object_init(Thread* t, HpPrim prim, Addr a, ULong value);
void hp_object_destroy(Thread* t, HpPrim prim, Addr a);
void hp_lock_release(Thread* t, HpPrim prim, Addr a, Bool may_fail);
void hp_lock_acquired(Thread* t, HpPrim prim, Addr a);
void hp_lock_is_robust(Thread* t, Addr a);
void hp_stream_release(Thread* t, Addr a);
void hp_stream_acquired(Thread* t, Addr a);
void hp_spin_init_or_unlock(Thread* t, Addr a);
void hp_rwlock_release(Thread* t, Addr a);
void hp_rwlock_acquired(Thread* t, Addr a, Bool is_writer);
void hp_sem_seen(Thread* t, Addr a, ULong value);
void hp_sem_opened(Thread* t, Addr a, ULong value);
void hp_sem_closed(Thread* t, Addr a);
void hp_sem_post(Thread* t, Addr a, ULong value);
void hp_sem_wait_begin(Thread* t, Addr a, ULong value);
void hp_sem_acquired(Thread* t, Addr a);
void hp_barrier_arrive(Thread* t, Addr a);
void hp_barrier_depart(Thread* t, Addr a);
void hp_cond_signal(Thread* t, Addr a, Bool is_broadcast);
void hp_cond_wait_begin(Thread* t, Addr cond, Addr mutex, Bool may_fail);
void hp_cond_wait_end(Thread* t, Addr cond, Addr mutex, Bool woken);
/* The thread leaves whatever it waits in, and will not return from it. */
void hp_wait_unwound(Thread* t);

/* pthread_once begins and ends, or is left; in between, if it is this thread that
   runs the initialiser: what is to be run, and that it has been.  is_running: by
   another thread; the tool may know better. */
void hp_once_begin(Thread* t, Addr control, Addr initialiser, Bool is_running);
void hp_once_end(Thread* t, Addr control);
void hp_once_unwound(Thread* t);
Addr hp_once_run(Thread* t);
void hp_once_ran(Thread* t);
/* The initialiser of a C++ static variable, in two calls: the first, begun as above,
   returns, and it is up to this thread; the second begins, and ends as above. */
void hp_once_guard_taken(Thread* t, Addr guard);
void hp_once_guard_released(Thread* t, Addr guard);
/* The thread exits. */
void hp_once_abandon(Thread* t);

/* The thread exits: who locks a robust mutex that it holds, comes after that. */
void hp_lock_abandon(Thread* t);
/* Calls this for every object; it must not begin or end any. */
void hp_sync_for_each(Thread* t, void (*visit)(Thread*, SyncObj*));

/* All rounds but the current one are over, also for the threads that have not
   reported their departure. */
void hp_barrier_depart_all(SyncObj* obj);
/* The state of a condition variable ends. */
void hp_cond_free(SyncObj* obj);
/* The thread exits: it waits for nothing any more. */
void hp_cond_abandon(Thread* t);

/* What programs report with hpcmp.h. */
void hp_user_begin(Thread* t, Addr name, Addr a);
void hp_user_end(Thread* t, Addr a);
void hp_user_release(Thread* t, Addr a, const ULong* seq);
void hp_user_acquire(Thread* t, Addr a, const ULong* seq);
void hp_user_mark(Thread* t, Addr text);

#endif
