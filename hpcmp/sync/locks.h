/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mutexes, spin locks and reader/writer locks. Unlocking is reported before it happens, locking
 * after it has happened. may_fail: unlocking will fail if this thread does not hold the lock.
 */
#ifndef HP_LOCKS_H
#define HP_LOCKS_H

#include "hpcmp/sync/objects.h"

void hp_locks_init(void);

/* thid of the thread that holds the mutex. 0: no thread holds it, or the object is no mutex. */
ULong hp_mutex_owner(Addr a);

/* thid of the thread that holds this lock. For a reader/writer lock, it is the thread that holds it
   for writing. 0: no thread that this process has had holds the lock, or the object is no lock. */
ULong hp_lock_owner(const SyncObj* obj);

/* A mutex or a spin lock: t is about to unlock it; t has locked it. */
void hp_lock_release(Thread* t, HpReporter by, HpPrim prim, Addr a, Bool may_fail);
void hp_lock_acquire(Thread* t, HpReporter by, HpPrim prim, Addr a);
/* If t locks this object (which may also be a semaphore), will there be an event? There will be
   none if t holds the object already, or if the object is internal to a runtime library or the C
   library. */
Bool hp_lock_makes_event(const Thread* t, Addr a);
/* Was the lock unlocked at a later clock than that of t, by a thread that is ahead? Then t must
   find the lock taken. Always False while a plan is followed, because the plan decides when t may
   come to the lock. */
Bool hp_lock_is_held_at_clock(const Thread* t, HpPrim prim, Addr a);
/* t waits for this spin lock. Does t have to wait longer, because the lock is taken or another
   thread has to get it first? Also returns False if the C library's own function has to spin, which
   is so with --hpcmp-order=host and with --hpcmp-count-waiting. */
Bool hp_must_spin(const Thread* t, Addr a, Bool is_locked);
/* is_robust: when the thread that holds this mutex ends, the mutex is unlocked. */
void hp_lock_acquire_by_library(Thread* t, HpPrim prim, Addr a, Bool is_robust);
/* The lock of a stream (flockfile). */
void hp_stream_release(Thread* t, Addr a);
void hp_stream_acquire(Thread* t, Addr a);
void hp_spin_init_or_unlock(Thread* t, Addr a);
void hp_rwlock_release(Thread* t, HpReporter by, Addr a);
/* kind: the kind that pthread_rwlockattr_setkind_np has set. It is used if the lock begins now. */
void hp_rwlock_acquire(Thread* t, HpReporter by, Addr a, Bool is_writer, ULong kind);

#endif
