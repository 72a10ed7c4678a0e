/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The moments of a thread's and a process' life.  Files that keep something about a thread
 * have a row in moments.def.
 */
#ifndef HP_MOMENTS_H
#define HP_MOMENTS_H

#include "hpcmp/threads/threads.h"

typedef enum {
    HP_CREATED,        /* the thread, perhaps: its clone may still fail */
    HP_BEGINS,         /* before its first instruction */
    HP_TURN_BEGINS,    /* it is going to execute instructions */
    HP_TURN_ENDS,      /* it has done so, and other threads may */
    HP_EXITS,          /* it does nothing more; what it was doing ends */
    HP_HAS_EXITED,     /* after all that */
    HP_PROCESS_ENDS,   /* once: t calls exit_group, or is the last thread that exits */
    HP_IS_GONE,        /* nobody asks for what is kept of it any more */
    HP_PART_BEGINS,    /* nothing that was told before can be referred to from here on */
    HP_IS_FORKS_CHILD, /* the thread that called fork, in the child; threads are still as
                          they were in the parent */
} HpMoment;

/* Functions of all rooms: moments.def. */
#define MOMENT(moment, call) void call(Thread* t);
#include "hpcmp/threads/moments.def"
#undef MOMENT

/* One of them has come.  Where the moment is a constant, only its own calls are left, one behind
   the other: turns begin and end millions of times in a second. */
static inline __attribute__((always_inline)) void hp_moment_announce(HpMoment moment, Thread* t) {
#define MOMENT(of, call)                                                                           \
    if (moment == of)                                                                              \
        call(t);
#include "hpcmp/threads/moments.def"
#undef MOMENT
}

#endif
