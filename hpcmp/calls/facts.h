/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The facts about system calls, by the call's number. syscalls.def contains the table.
 *
 * The room calls knows what a system call reads and writes in memory, and whether it waits. It can
 * also make a call in place of the program. Example: for read(0, buffer, 100) it knows that the
 * call waits while there is nothing to read, and that the call writes as many bytes as its result
 * says. The room asks base, threads, order, count, where, trace and sync.
 */
#ifndef HP_FACTS_H
#define HP_FACTS_H

#include "hpcmp/base/basics.h"

/* How a call's data lie in memory, and the meaning of the result. */
typedef enum {
    HP_DATA_NONE,
    HP_DATA_BUFFER,      /* args[data]; the next argument is its size; the result is in bytes */
    HP_DATA_VECTOR,      /* of buffers; the next argument is their number; bytes */
    HP_DATA_MESSAGE,     /* a struct msghdr; bytes */
    HP_DATA_MESSAGES,    /* struct mmsghdr; the next argument is their number; messages */
    HP_DATA_ENTRY,       /* like a buffer, but transferred only as a whole */
    HP_DATA_TYPED_ENTRY, /* the same, but a long stands before the data */
    HP_DATA_REQUESTS /* pointers to struct iocb; the argument before is their number; requests */
} HpShape;

/* Memory of which the call reads or writes other bytes than Valgrind says. HP_MEMORY_AS_SAID: the
   same bytes. */
typedef enum {
    HP_MEMORY_AS_SAID,
    HP_MEMORY_CUT,      /* Valgrind names all of it, but what does not fit is cut off */
    HP_MEMORY_ADDRESS,  /* of a socket; the next argument is its size; a written one may be cut
                         */
    HP_MEMORY_OPTION,   /* of a socket; the next argument says where its size is */
    HP_MEMORY_PAIR,     /* of descriptors */
    HP_MEMORY_POSITION, /* in a file */
    HP_MEMORY_POSITIONS,
    HP_MEMORY_LOCK, /* if the command of fcntl concerns a lock */
    HP_MEMORY_POLLED,
    HP_MEMORY_EPOLL_EVENT,
    HP_MEMORY_SETS, /* of descriptors, in three arguments */
    HP_MEMORY_QUEUE_STATE,
    HP_MEMORY_CHILD_STATUS,
    HP_MEMORY_CHILD_INFO,
    HP_MEMORY_RESULT_BYTES /* as many bytes as the result says */
} HpMemory;

/* When a call may wait. */
typedef enum {
    HP_WAITS_ALWAYS,      /* for threads, time or input; other threads do not wait for it */
    HP_WAITS_NEVER,       /* or less long than changing to another thread takes */
    HP_WAITS_NO_TURN,     /* ends the program or gives the turn up */
    HP_WAITS_WHILE_EMPTY, /* while there is nothing to read */
    HP_WAITS_WHILE_FULL,  /* while there is no room to write */
    HP_WAITS_TO_OPEN,     /* if the path is a FIFO */
    HP_WAITS_FOR_LOCK,    /* on a file */
    HP_WAITS_FOR_TIME,    /* unless the call's time limit is 0 */
    HP_WAITS_ASLEEP,      /* sleeps for a given time */
    HP_WAITS_AT_FUTEX
} HpWaits;

/* The number of an argument, counted from 1. 0 means none, because a member that a row does not
   name is 0. */
typedef UChar HpArgument;

/* The members `data`, `read`, `written` and `waits_by` are arguments, too, but counted from 0. The
   member before each of them says whether there is such an argument. */
typedef struct {
    UChar shape; /* HpShape */
    UChar data;
    Bool sends;
    HpArgument from;
    HpArgument to;
    HpArgument flags;
    UChar reads; /* HpMemory */
    UChar read;
    UChar writes; /* HpMemory */
    UChar written;
    HpArgument closes;
    Bool forks;
    Bool executes;
    UChar waits; /* HpWaits */
    UChar waits_by;
    Bool is_private;
    Bool is_io;
} CallFacts;

const CallFacts* hp_call_facts(UWord number);

/* The flags of a call that transfers messages; 0 for other calls. */
UWord hp_call_flags(UInt number, const UWord* args);

/* Does the call make another process, not a thread? */
Bool hp_call_forks(UInt number, const UWord* args);

/* The descriptor that the call is about to close, or -1. */
Int hp_call_closed_descriptor(UInt number, const UWord* args);

/* May a thread that is ahead of others make this call (PRIVATE in syscalls.def)? */
Bool hp_call_is_private(UWord number);

/* How many bytes a call is asked to read or write. This is known only for a buffer, a vector or a
   message, and only if the sizes can be read. Otherwise returns HP_SIZE_UNKNOWN. */
#define HP_SIZE_UNKNOWN (~0ULL)
ULong hp_transfer_size(UInt number, const UWord* args);

#endif
