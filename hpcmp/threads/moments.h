/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The moments in the life of a thread and of a process. A file that keeps data about threads has a
 * row in moments.def for each moment at which one of its functions is called.
 */
#ifndef HP_MOMENTS_H
#define HP_MOMENTS_H

#include "hpcmp/threads/threads.h"

typedef enum {
    HP_CREATED,        /* the thread may have been created: its clone may still fail */
    HP_BEGINS,         /* before its first instruction */
    HP_TURN_BEGINS,    /* it is about to execute instructions */
    HP_TURN_ENDS,      /* it has executed instructions, and now other threads may */
    HP_EXITS,          /* it does nothing more, and its unfinished operations end */
    HP_HAS_EXITED,     /* after all functions for HP_EXITS have been called */
    HP_PROCESS_ENDS,   /* once: t calls exit_group, or is the last thread that exits */
    HP_IS_GONE,        /* nobody needs the data about it any more */
    HP_PART_BEGINS,    /* from here on events cannot refer to earlier ones (processes/last_part.h)
                        */
    HP_IS_FORKS_CHILD, /* the thread that called fork, in the child; threads are still as
                          they were in the parent */
} HpMoment;

/* Functions of all rooms: moments.def. */
#define MOMENT(moment, call) void call(Thread* t);
#include "hpcmp/threads/moments.def"
#undef MOMENT

/* This moment has come: calls its functions. If `moment` is a constant, the compiler leaves only
   the calls of its own functions, without comparisons. This matters because turns begin and end
   millions of times a second. */
static inline __attribute__((always_inline)) void hp_moment_announce(HpMoment moment, Thread* t) {
#define MOMENT(of, call)                                                                           \
    if (moment == of)                                                                              \
        call(t);
#include "hpcmp/threads/moments.def"
#undef MOMENT
}

#endif
