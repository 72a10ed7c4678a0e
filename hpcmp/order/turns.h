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
/* hp_turn_take(): the calling thread waits for its turn. hp_turn_give(): its turn is over. */
void hp_turn_take(void);
void hp_turn_give(void);
/* The kernel's number of the thread that has the turn, or 0. */
Int hp_turn_owner(void);

/* From now on the calling thread is the one with this ThreadId. */
void hp_turn_bind(ThreadId tid);

/* How many turns there have been. */
ULong hp_n_turns(void);
/* How often a thread that could run did not come for its turn, so that the other threads went on
   without it. */
ULong hp_n_late(void);

/* t, in its turn, is about to make a system call. hp_order_begin_absence(): t will be away until it
   asks for a turn again. hp_order_keep_turn(): t will keep its turn. hp_order_end_absence() revokes
   both, as the end of the call does. */
void hp_order_begin_absence(Thread* t);
void hp_order_keep_turn(Thread* t);
void hp_order_end_absence(Thread* t);
/* t, in its turn, is about to make a system call in which it sleeps for ns nanoseconds. Each
   nanosecond counts as an instruction on its clock, so the order does not depend on the speed of
   the machine. Because an instruction takes longer than a nanosecond under Valgrind, no thread
   waits for t in vain. */
void hp_order_begin_sleep(Thread* t, ULong ns);
/* t, which is away, can run from now on, and is due (Seat). Its clock is raised to at least
   `clock`. */
void hp_order_make_ready(Thread* t, ULong clock);
/* t, which spins in a wait, is due (Seat), and its clock becomes `clock`, even if t has idled past
   this value. */
void hp_order_make_next(Thread* t, ULong clock);
/* No thread has a turn until the kernel has cleared this word of the program. */
void hp_order_wait_until_clear(Addr word);

#endif
