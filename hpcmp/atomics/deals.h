/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counters by which threads take items.
 *
 * A thread adds the same number each time, and what it has read picks its item.  Nobody waits for
 * the counter, and nobody reads it otherwise.  Example: threads 2 and 3 execute
 * `while ((i = next++) < 100) square(i);`.  Such a counter is recorded as `deal`.  It orders
 * threads as other words do, and a replay may give the items to other threads.
 *
 * A counter at which threads arrive before they wait for each other looks alike.  So it is one for
 * items once two threads have drawn, and one of them has drawn twice without any release or acquire
 * but of locks in between.  A counter that is counted down is none, because a reference count looks
 * like one for items, and the thread that comes last relies on the others there.
 */
#ifndef HP_DEALS_H
#define HP_DEALS_H

#include "hpcmp/threads/threads.h"

/* t changes the word of n bytes at a from `before` to `now` by one operation.  is_used: its thread
   uses what it has read.  The second call stands behind the first one's events. */
void hp_deal_begin_draw(const Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_used);
void hp_deal_end_draw(const Thread* t, Addr a);
/* The word at a is used in a way in which such counters are not. */
void hp_deal_rule_out(Addr a);
/* It begins anew: another number is stored there, or other memory is. */
void hp_deal_forget(Addr a);
void hp_deals_forget_all(void);

Bool hp_is_deal(Addr a);

void hp_deals_init(void);

#endif
