/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The line of the threads that can run. It is a heap whose first thread is the one with the lowest
 * clock. Among threads with equal clocks, the oldest one is first. Threads that are idle (Seat)
 * come behind these threads, and threads that are held come last. So the first thread is held only
 * if all are. The lock of the seats guards the line.
 */
#ifndef HP_LINE_H
#define HP_LINE_H

#include "hpcmp/order/seats.h"

void hp_line_make(void);
void hp_line_clear(void);

/* A seat joins the line. While the seat is in the line, its values that determine its place do not
   change. */
void hp_line_join(Seat* seat);
void hp_line_leave(Seat* seat);
/* The first seat in the line, or NULL if no thread can run. */
Seat* hp_line_first(void);
/* A place in the order: a clock and a thread.  ~0: no thread is there. */
typedef struct {
    ULong clock;
    ULong thid;
} LinePlace;
/* Limits for the turn of the running thread. It reads them without the lock, because only the
   running thread decides which others can run. Threads that come back after being away are the
   exception. */
typedef struct {
    LinePlace first;
    LinePlace first_due; /* the first of the threads that are due (Seat) */
    Bool somebody_waits; /* spinning, in the line */
} LineFront;
extern LineFront hp_line_front;
/* The first thread that does not wait for another thread, or NULL. busy: threads that poll do not
   count either. */
const Seat* hp_line_first_that_works(Bool busy);
/* The last thread that is not asleep, or NULL. */
const Seat* hp_line_last(void);

/* Is any thread held (Seat)? */
Bool hp_line_has_held(void);
/* Each held thread for which `holds` returns False is no longer held, and its clock is raised to
   `clock` if it is less. Returns whether there are such threads. */
Bool hp_line_let_go(Bool (*holds)(const Seat* seat), ULong clock);

#endif
