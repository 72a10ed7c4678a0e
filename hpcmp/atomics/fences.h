/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fences that a program calls (called.h), by the rules of C11, 7.17.4.
 *
 * An acquire fence makes the thread's earlier relaxed loads count as acquires. A release fence
 * makes the thread's later relaxed stores count as releases. Example: thread 2 stores data,
 * fence(release), flag.store(1, relaxed); thread 3 executes flag.load(relaxed), which finds 1, and
 * fence(acquire). Everything that thread 3 does after its fence comes after thread 2's store.
 *
 * The tool differs from C11 in one point. By C11, a relaxed store publishes only what its thread
 * did before the fence. Here the store also publishes what the thread did between the fence and the
 * store.
 */
#ifndef HP_FENCES_H
#define HP_FENCES_H

#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/threads.h"

/* t makes a fence. shared/called_atomics.h lists the values of `order`. */
void hp_atomics_fence(Thread* t, UInt order);
/* A relaxed operation of t has read these bytes. */
void hp_fences_note_read(Thread* t, Addr a, UInt n_bytes);
/* Has t made a fence that releases? */
Bool hp_has_release_fence(const Thread* t);
/* The object ends, so later fences need not acquire from it. */
void hp_fences_forget(const SyncObj* obj);

#endif
