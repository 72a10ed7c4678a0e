/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The line of those that can run: a heap, whose first is the one with the lowest clock, of
 * equal ones the oldest thread.  Guarded by the lock of the seats.
 */
#ifndef HP_LINE_H
#define HP_LINE_H

#include "hpcmp/order/seats.h"

void hp_line_make(void);
void hp_line_clear(void);

/* Joins; what the order depends on does not change while a seat is in the line. */
void hp_line_join(Seat* seat);
void hp_line_leave(Seat* seat);
/* NULL: nobody can run. */
Seat* hp_line_first(void);
/* The first one's clock and thread, without the lock: for whoever has the turn, and decides
   who else can run but for those who have been away.  ~0: nobody comes. */
typedef struct {
    ULong clock;
    ULong thid;
    Bool somebody_waits; /* spinning, in the line */
} LineFront;
extern LineFront hp_line_front;
/* The first that does not wait for another one, or NULL. */
const Seat* hp_line_first_that_works(void);
/* NULL: nobody can run, unless it is asleep. */
const Seat* hp_line_last(void);

#endif
