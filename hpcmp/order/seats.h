/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread waits for its turn at its seat. The seat contains data about the thread. A lock guards
 * all seats. Any thread that holds this lock can read and change the data, whether it has the turn
 * or not.
 *
 * With --hpcmp-order=virtual, the room order decides which thread gets the next turn, instead of
 * Valgrind's own lock. It asks base and threads. docs/how-it-works/order.md says what the room
 * guarantees.
 */
#ifndef HP_SEATS_H
#define HP_SEATS_H

#include "hpcmp/threads/threads.h"

typedef enum {
    HP_NOBODY, /* nobody is in this seat */
    HP_AWAY,   /* sleeps, or is in a long system call; the others do not wait for it */
    HP_READY,  /* can run: is in the line (line.h), even if it has not asked for its turn yet
                */
    HP_ON_TURN
} HpPresence;

/* The seat of one ThreadId.  The lock guards all members except those that are said to be the
   thread's own. */
typedef struct _Seat {
    UInt go;   /* a futex, which is 1 when the thread has been given the turn */
    Int lwpid; /* the kernel's number of the thread; 0: it has not asked yet */
    ThreadId tid;
    HpPresence presence;
    Bool asks;       /* sleeps at `go`, or is about to */
    Bool is_waiting; /* it waits for another thread, and spins */
    Bool is_polling; /* it yields or sleeps again and again, and does little in between */
    /* Another thread has woken it, or it polls. Other threads may not use the slack to go before
       it: no thread with a later clock passes a gate before it. Example: thread 2 unlocks at 5,000
       and wakes thread 3, whose clock becomes 5,000. Thread 2 wants the lock again at 5,100 and
       gets it after thread 3, although 100 is less than the slack. */
    Bool is_due;
    Bool is_held;   /* in the line: the plan does not let its next step begin yet; follow.h */
    UInt n_idle;    /* number of turns in a row in which it has executed nothing */
    Bool is_idle;   /* n_idle is more than 1, so it comes behind others in the line */
    Bool is_asleep; /* it sleeps for a time that its clock already includes */
    ULong sleep_ns; /* how long it sleeps */
    UInt slept_at;  /* when its sleep began, by Valgrind's clock in milliseconds */
    ULong clock;    /* in instructions of work; while it has the turn, thread->clock is valid
                       instead */
    ULong thid;
    UInt place; /* its place in the line */
    /* The following members are the thread's own, in its turn. */
    Bool falls_asleep; /* it will be asleep as soon as its turn is over */
    Bool goes_away;    /* it will be away as soon as its turn is over */
    Bool keeps_turn;   /* it will keep the turn: it does something short without Valgrind's lock */
    ULong raised;      /* by how much its clock has been raised in this turn */
    ULong step;        /* the length of its latest step of idling (clocks.h) */
    ULong stepped_to;  /* its clock at the end of that step */
    ULong waited;      /* instructions of its wait that it had executed at that step */
    ULong n_steps;     /* number of such steps with little work in between */
    ULong n_events;    /* number of its events when its latest turn began */
    ULong n_eventless; /* number of turns in a row without an event */
    Bool has_run;      /* it has executed instructions of the program in this turn */
} Seat;

/* Makes the seats for all ThreadIds. */
void hp_seats_make(void);
/* The seat of a thread. Seat 0 is for a caller that is not a thread yet. */
Seat* hp_seat(ThreadId tid);
/* From now on the calling thread has the seat of this ThreadId. */
void hp_seat_bind(ThreadId tid);
/* The seat of the calling thread. */
Seat* hp_seat_own(void);
/* In the child of a fork: tid is its only thread. */
void hp_seats_reset(ThreadId tid);

/* The lock of the seats. A thread holds it for some dozens of instructions, and never while it
   sleeps. */
void hp_seats_lock(void);
void hp_seats_unlock(void);

#endif
