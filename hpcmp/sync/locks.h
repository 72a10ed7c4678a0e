/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mutexes, spin locks and reader/writer locks, as reported before and after the operation.
 * may_fail: it will, unless this thread holds the lock.
 */
#ifndef HP_LOCKS_H
#define HP_LOCKS_H

#include "hpcmp/sync/objects.h"

void hp_locks_init(void);

/* thid of the thread that holds the mutex; 0: no thread does, or the object is no mutex. */
ULong hp_mutex_owner(Addr a);

/* thid of the thread that holds this lock, of a reader/writer lock to write; 0: no thread that
   this process has had does, or the object is no lock. */
ULong hp_lock_owner(const SyncObj* obj);

/* A mutex or a spin lock is about to be unlocked; has been locked. */
void hp_lock_release(Thread* t, HpReporter by, HpPrim prim, Addr a, Bool may_fail);
void hp_lock_acquire(Thread* t, HpReporter by, HpPrim prim, Addr a);
/* If t locks this object (a semaphore, too), does that make an event?  Not if t holds it already,
   or if it is an object of a runtime library's or the C library's own. */
Bool hp_lock_makes_event(const Thread* t, Addr a);
/* Has another thread, which is ahead, only unlocked it at a later clock than t's?  Not while a plan
   is followed: t comes to the lock when the plan lets it. */
Bool hp_lock_is_held_at_clock(const Thread* t, HpPrim prim, Addr a);
/* t waits for this spin lock.  Is it taken, or is another thread to have it first?  False, too,
   if the C library's function is to spin: in the host's order, and where that counts as work. */
Bool hp_must_spin(const Thread* t, Addr a, Bool is_locked);
/* is_robust: the end of the thread that holds this mutex unlocks it. */
void hp_lock_acquire_by_library(Thread* t, HpPrim prim, Addr a, Bool is_robust);
/* The lock of a stream (flockfile). */
void hp_stream_release(Thread* t, Addr a);
void hp_stream_acquire(Thread* t, Addr a);
void hp_spin_init_or_unlock(Thread* t, Addr a);
void hp_rwlock_release(Thread* t, HpReporter by, Addr a);
/* kind: that of pthread_rwlockattr_setkind_np, if the lock begins now. */
void hp_rwlock_acquire(Thread* t, HpReporter by, Addr a, Bool is_writer, ULong kind);

#endif
