/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread waits for its turn at its seat.  The seat contains the data about the thread that any
 * holder of the lock of the seats can read and change, whether that holder has the turn or not.
 *
 * With --hpcmp-order=virtual, the room order decides which thread gets the next turn, in place of
 * Valgrind's own lock; it asks base and threads. docs/how-it-works/order.md says what the room
 * guarantees.
 */
#ifndef HP_SEATS_H
#define HP_SEATS_H

#include "hpcmp/threads/threads.h"

typedef enum {
    HP_NOBODY, /* in this seat */
    HP_AWAY,   /* sleeps, or is in a long system call; nobody waits for it */
    HP_READY,  /* can run: in the line (line.h), whether it has asked yet or not */
    HP_ON_TURN
} HpPresence;

/* The seat of one ThreadId.  The lock guards all members except those that are said to be the
   thread's own. */
typedef struct _Seat {
    UInt go;   /* a futex: 1 when the turn has been handed to it */
    Int lwpid; /* the kernel's number of the thread; 0: it has not asked yet */
    ThreadId tid;
    HpPresence presence;
    Bool asks;       /* sleeps at `go`, or is about to */
    Bool is_waiting; /* for another thread, spinning */
    Bool is_polling; /* it yields or sleeps again and again, and does little in between */
    /* Another thread has woken it, or it polls. The slack does not apply against it: no thread with
       a later clock passes a gate before it.  Example: thread 2 unlocks at 5,000 and wakes thread
       3, whose clock becomes 5,000.  Thread 2 wants the lock again at 5,100 and gets it after
       thread 3, although 100 is less than the slack. */
    Bool is_due;
    Bool is_held;   /* in the line: the plan does not let its next step begin yet; follow.h */
    UInt n_idle;    /* turns in a row in which it has executed nothing ... */
    Bool is_idle;   /* ... more than one: comes last */
    Bool is_asleep; /* for a time that its clock already includes: */
    ULong sleep_ns; /* so long, ... */
    UInt slept_at;  /* ... from this time of Valgrind's on, in milliseconds */
    ULong clock;    /* in instructions of work; when it has the turn, thread->clock is */
    ULong thid;
    UInt place; /* in the line */
    /* Its own, in its turn. */
    Bool falls_asleep; /* it will be asleep as soon as its turn is over; */
    Bool goes_away;    /* it will be away as soon as its turn is over ... */
    Bool keeps_turn;   /* ... or still have it: it does something short without the lock */
    ULong raised;      /* how far its clock has been, in this turn */
    ULong step;        /* by which it has idled ... */
    ULong stepped_to;  /* ... up to this clock, */
    ULong waited;      /* after so many instructions of its wait */
    ULong n_steps;     /* such steps, with little in between */
    ULong n_events;    /* of the thread, when its latest turn began ... */
    ULong n_eventless; /* ... and turns in a row in which this has not changed */
    Bool has_run;      /* instructions of the program in this turn */
} Seat;

/* Makes the seats for all ThreadIds. */
void hp_seats_make(void);
/* Seat 0 is for a caller that is not yet a thread. */
Seat* hp_seat(ThreadId tid);
/* The thread that calls sits there from now on. */
void hp_seat_bind(ThreadId tid);
/* The seat of the thread that calls. */
Seat* hp_seat_own(void);
/* In the child of a fork: tid is its only thread. */
void hp_seats_reset(ThreadId tid);

/* The lock of the seats. A thread holds it for some dozens of instructions, and never while it
   sleeps. */
void hp_seats_lock(void);
void hp_seats_unlock(void);

#endif
