/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fences that a program calls (called.h), by the rules of C11, 7.17.4.
 *
 * A fence that acquires takes what the thread's relaxed loads have found before it.  A store that
 * is relaxed releases if its thread has made a fence before that releases.  Example: thread 2
 * stores data, fence(release), flag.store(1, relaxed); thread 3 executes flag.load(relaxed), which
 * finds 1, and fence(acquire): it comes after thread 2's store, but only from the fence on.
 *
 * By C11, what thread 2 has done between its fence and a much later relaxed store is not published
 * by that store.  Here it is.
 */
#ifndef HP_FENCES_H
#define HP_FENCES_H

#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/threads.h"

/* t makes a fence; `order` as shared/called_atomics.h has it. */
void hp_atomics_fence(Thread* t, UInt order);
/* A relaxed operation of t has read these bytes. */
void hp_fences_note_read(Thread* t, Addr a, UInt n_bytes);
/* Has t made a fence that releases? */
Bool hp_has_release_fence(const Thread* t);
/* Nothing comes after that object any more. */
void hp_fences_forget(const SyncObj* obj);

#endif
