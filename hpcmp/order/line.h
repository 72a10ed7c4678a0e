/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The line of the threads that can run.  It is a heap whose first thread is the one with the
 * lowest clock, and the oldest among threads with equal clocks.  Threads that are held come last,
 * so the first thread is held only if all are.  The lock of the seats guards it.
 */
#ifndef HP_LINE_H
#define HP_LINE_H

#include "hpcmp/order/seats.h"

void hp_line_make(void);
void hp_line_clear(void);

/* A seat joins the line.  While it is in the line, the values that its order depends on do not
   change. */
void hp_line_join(Seat* seat);
void hp_line_leave(Seat* seat);
/* NULL: nobody can run. */
Seat* hp_line_first(void);
/* A place in the order: a clock and a thread.  ~0: no thread is there. */
typedef struct {
    ULong clock;
    ULong thid;
} LinePlace;
/* The limits of the thread that has the turn.  It reads them without the lock, because only
   that thread decides who else can run, apart from threads that have been away. */
typedef struct {
    LinePlace first;
    LinePlace first_due; /* of the threads that are due (Seat) */
    Bool somebody_waits; /* spinning, in the line */
} LineFront;
extern LineFront hp_line_front;
/* The first that does not wait for another thread, or NULL.  busy: nor does it poll. */
const Seat* hp_line_first_that_works(Bool busy);
/* The last thread that is not asleep, or NULL. */
const Seat* hp_line_last(void);

/* Is any thread held (Seat)? */
Bool hp_line_has_held(void);
/* Threads are held no more of which `holds` is False, and have at least this clock.  Returns
   whether there are any. */
Bool hp_line_let_go(Bool (*holds)(const Seat* seat), ULong clock);

#endif
