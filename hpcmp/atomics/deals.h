/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counters by which threads take items.
 *
 * Each thread adds the same number each time, and takes the item whose number it has read. No
 * thread waits for the counter, and no thread reads it in another way. Example: threads 2 and 3
 * execute `while ((i = next++) < 100) square(i);`. Such a counter is recorded as `deal`. It orders
 * threads as other atomic words do, but a replay may give the items to other threads.
 *
 * The counter of a barrier, to which threads add before they wait for each other, looks similar. So
 * a counter is recorded as `deal` only once two threads have drawn from it, and a thread has drawn
 * twice with no release or acquire in between, except those of locks. A counter that is counted
 * down is never recorded as `deal`, because it may be a reference count. The thread that counts a
 * reference count down to 0 relies on what the other threads did before.
 */
#ifndef HP_DEALS_H
#define HP_DEALS_H

#include "hpcmp/threads/threads.h"

/* t changes the word of n bytes at a from `before` to `now` by one operation. is_used: t uses the
   value that it has read. hp_deal_end_draw() is called after the events of the draw have been
   recorded. */
void hp_deal_begin_draw(const Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_used);
void hp_deal_end_draw(const Thread* t, Addr a);
/* The word at a is used in a way in which counters for items are never used. */
void hp_deal_rule_out(Addr a);
/* The counter at a is no longer known, because another number is stored there, or other memory is
   there now. */
void hp_deal_forget(Addr a);
void hp_deals_forget_all(void);

Bool hp_is_deal(Addr a);

void hp_deals_init(void);

#endif
