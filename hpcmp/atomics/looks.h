/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Looks at words. A look is an atomic load. This file finds out which store a look takes (comes
 * after), and when repeated looks are a wait.
 *
 * A thread waits for a word if it looks at the word again with the same instruction and has stored
 * nothing beyond its stack in between. The instructions from its first look on are then not work.
 * Example: thread 3 looks at a flag, at 1,000, and 40 instructions later again; thread 2 sets the
 * flag at 5,000.  Thread 3 takes the store at 5,000, and its event says how many instructions it
 * has waited.  If thread 3 goes away without having seen another value, it has taken nothing, and
 * what it has executed was work.
 *
 * When a look finds a store, it is not yet known whether the loop ends with this look. So its
 * acquire is put off (trace/put_off.h), and is dropped if the thread looks again.
 */
#ifndef HP_LOOKS_H
#define HP_LOOKS_H

#include "hpcmp/atomics/words.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/threads/threads.h"

/* t looks at a word. If t has looked before and waits, its turn ends. acquires: even the first look
   takes the store that it finds. Otherwise only a look that ends a wait takes a store. */
void hp_look(Thread* t, Addr a, const WatchedAccess* access, ULong value, Bool acquires);
/* t looks at a word that it has changed itself, for the first time since that change. Returns True
   if the look is only noted. If t then changes the word again, hp_look_forget() drops the noted
   look. If t does something else, hp_look_take_up() handles the noted look first, with the time at
   which it happened. */
Bool hp_look_put_down(Thread* t, Addr a, const WatchedAccess* access, ULong value);
void hp_look_forget(Thread* t);
void hp_look_take_up(Thread* t);
/* t is about to change the word. If t has looked at it with this instruction before, that look was
   in vain, so t has waited since. Returns whether t has looked before. */
Bool hp_look_before_change(Thread* t, Addr a, const WatchedAccess* access);
/* hp_looks_at: does t look at one of the bytes, perhaps in a loop? hp_is_looked_at: does any other
 * thread do so? */
Bool hp_looks_at(const Thread* t, Addr a, UInt n_bytes);
Bool hp_is_looked_at(const Thread* t, Addr a, UInt n_bytes);
/* t takes the stores from which the bytes come, if it has not taken them yet. */
void hp_acquire_stores(Thread* t, Addr a, UInt n_bytes);
/* t takes this store, if it has not taken it yet. */
void hp_acquire_store(Thread* t, const Store* store);
/* Has the thread whose turn it is stored beyond its stack in this turn? */
Bool hp_turn_has_stored(void);
/* t does something other than looking again, so the loop is over. */
void hp_look_leave_loop(Thread* t);
/* The threads that wait for the word look at it now, at the clock of t's store. */
void hp_look_wake_waiting(const Thread* t, Addr a, UInt n_bytes);

#endif
