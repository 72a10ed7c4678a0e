/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Looks at words: what a load takes, and when looking again and again is a wait.
 *
 * A thread that looks at the same word with the same instruction again, and has stored nothing
 * beyond its stack in between, waits for the word: what it executes from its first look on is no
 * work.  Example: thread 3 looks at a flag, at 1,000, and 40 instructions later again; thread 2
 * sets the flag at 5,000.  Thread 3 takes the store at 5,000, and its event says how many
 * instructions it has waited.  If thread 3 goes away without having seen another value, it has
 * taken nothing, and what it has executed was work.
 *
 * Whether a look that finds a store ends the loop is not known at that moment.  So its acquire is
 * put off (trace/put_off.h): it is dropped if the thread looks again.
 */
#ifndef HP_LOOKS_H
#define HP_LOOKS_H

#include "hpcmp/atomics/words.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/threads/threads.h"

/* t looks.  If it has looked before and waits, its turn ends.  acquires: a first look takes what it
   finds, too, and not only one that ends a wait. */
void hp_look(Thread* t, Addr a, const WatchedAccess* access, ULong value, Bool acquires);
/* t looks at what it has stored itself, for the first time since then.  Returns whether that is
   only put down.  Then t goes on to change the word again, and the look is forgotten; or it does
   something else, and the look is taken up first, as of when it was. */
Bool hp_look_put_down(Thread* t, Addr a, const WatchedAccess* access, ULong value);
void hp_look_forget(Thread* t);
void hp_look_take_up(Thread* t);
/* t, which is about to change the word, has looked at it before with this instruction in vain; or
   its latest look has found something.  Returns whether it has looked before. */
Bool hp_look_before_change(Thread* t, Addr a, const WatchedAccess* access);
/* Does t look at one of the bytes, in a loop perhaps?  Does another thread than t look at the word
 * in a loop, perhaps? */
Bool hp_looks_at(const Thread* t, Addr a, UInt n_bytes);
Bool hp_is_looked_at(const Thread* t, Addr a, UInt n_bytes);
/* t takes what the bytes are from, and has not been taken yet. */
void hp_acquire_stores(Thread* t, Addr a, UInt n_bytes);
/* The same for this store. */
void hp_acquire_store(Thread* t, const Store* store);
/* Has the thread that has the turn stored beyond its stack in it? */
Bool hp_turn_has_stored(void);
/* t does something else than looking again. */
void hp_look_leave_loop(Thread* t);
/* The threads that wait for the word look at it now, at the clock of t's store. */
void hp_look_wake_waiting(const Thread* t, Addr a, UInt n_bytes);

#endif
