/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The turns of threads.  The next turn goes to the first thread of the line.  If that thread has
 * not asked yet, for example because it has only just been woken, no thread has the turn until it
 * asks.
 */
#ifndef HP_ORDER_TURNS_H
#define HP_ORDER_TURNS_H

#include "hpcmp/order/seats.h"

/* From now on there are turns, and the first thread can take one. To be called in the child of a
   fork, too. */
void hp_turns_begin(void);
void hp_turns_begin_in_child(void);
/* take: the calling thread waits for its turn. give: its turn is over. */
void hp_turn_take(void);
void hp_turn_give(void);
/* The kernel's number of the thread that has the turn, or 0. */
Int hp_turn_owner(void);

/* Says that the calling thread is this one. */
void hp_turn_bind(ThreadId tid);

/* How many turns there have been. */
ULong hp_n_turns(void);
/* How often the other threads have gone on without a thread that could run, because it did not
   come. */
ULong hp_n_late(void);

/* t, in its turn, is about to make a system call. begin_absence: t will be away until it asks
   again. keep_turn: t will keep its turn. end_absence: neither is true any more; the end of the
   call has the same effect. */
void hp_order_begin_absence(Thread* t);
void hp_order_keep_turn(Thread* t);
void hp_order_end_absence(Thread* t);
/* The same for a call in which t sleeps so many nanoseconds. Each nanosecond counts as an
   instruction on its clock, so the order does not depend on the speed of the machine. Because an
   instruction takes longer than a nanosecond under Valgrind, no thread waits for t in vain. */
void hp_order_begin_sleep(Thread* t, ULong ns);
/* t, which is away, can run from now on, with at least this clock, and is due. */
void hp_order_make_ready(Thread* t, ULong clock);
/* t, which spins in a wait, is due and has this clock.  It may have idled past it. */
void hp_order_make_next(Thread* t, ULong clock);
/* No thread has a turn until the kernel has cleared this word of the program. */
void hp_order_wait_until_clear(Addr word);

#endif
