/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The turns of threads.  The next turn goes to the first thread of the line.  If that thread has
 * not asked yet, say because it has only just been woken, nobody has the turn until it asks.
 */
#ifndef HP_ORDER_TURNS_H
#define HP_ORDER_TURNS_H

#include "hpcmp/order/seats.h"

/* There are turns from now on, for the first thread to take.  The same in the child of a
   fork. */
void hp_turns_begin(void);
void hp_turns_begin_in_child(void);
/* The thread that calls waits for its turn; its turn is over. */
void hp_turn_take(void);
void hp_turn_give(void);
/* The kernel's number of the thread that has the turn, or 0. */
Int hp_turn_owner(void);

/* The thread that calls is this one. */
void hp_turn_bind(ThreadId tid);

/* How many turns there have been. */
ULong hp_n_turns(void);
/* How often the others have gone on without a thread that could run, for it did not come. */
ULong hp_n_late(void);

/* The thread t, in its turn, is about to make a system call.  It will be away until it asks
   again; or it will keep its turn; or neither.  The end of the call ends this, too. */
void hp_order_begin_absence(Thread* t);
void hp_order_keep_turn(Thread* t);
void hp_order_end_absence(Thread* t);
/* The same for a call in which t sleeps so many nanoseconds, each of which is an instruction
   on its clock.  So the order does not depend on how fast the machine is; and since an
   instruction takes longer than that under Valgrind, nobody waits for t in vain. */
void hp_order_begin_sleep(Thread* t, ULong ns);
/* t, which is away, can run from now on, with at least this clock, and is due. */
void hp_order_make_ready(Thread* t, ULong clock);
/* t, which spins in a wait, is due and has this clock.  It may have idled past it. */
void hp_order_make_next(Thread* t, ULong clock);
/* Nobody has a turn until the kernel has cleared this word of the program's. */
void hp_order_wait_until_clear(Addr word);

#endif
