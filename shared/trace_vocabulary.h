/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The words of the raw trace, defined once for its writer (hpcmp, C) and its reader (ilmgen, C++).
 * docs/trace-format.md explains them.
 */
#ifndef HPCMP_TRACE_VOCABULARY_H
#define HPCMP_TRACE_VOCABULARY_H

/* The keys of the JSON objects: TRACE_THID, for example. */
#include "shared/event_keys.def"

#define TRACE_MODE_RD "rd"
#define TRACE_MODE_WR "wr"
#define TRACE_CUT_OFF "(stack cut off)" /* the function's name at the root of a cut stack */

/* In the first event of a trace of hpcmp: the process; the first process of its run, if that is
 * another one; the order in which threads had turns, up to a comma; the command, to the end of the
 * text. TRACE_INFO_LATE may be at any event: threads have continued without a thread that could
 * run. */
#define TRACE_INFO_TOOL "hpcmp "
#define TRACE_INFO_PID "pid "
#define TRACE_INFO_STARTED ", started at tick "
#define TRACE_INFO_RUN " run of "
#define TRACE_INFO_ORDER " order "
#define TRACE_INFO_ORDER_VIRTUAL "virtual"
#define TRACE_INFO_ORDER_HOST "host"
#define TRACE_INFO_ORDER_PLAN "plan"
#define TRACE_INFO_COMMAND ", command: "
#define TRACE_INFO_LATE "out of order: a thread that could run did not come"

/* At any event: the program has deviated from its plan. How it has deviated follows. */
#define TRACE_INFO_PLAN_DROPPED "plan dropped: "

/* At any event: the program uses something that is not recorded. The text ends with what it is. */
#define TRACE_INFO_UNSEEN "not recorded: "
/* Only a part of the run is recorded. The part follows. */
#define TRACE_INFO_PART "recorded: "
/* At the end of a process of which only a part was recorded: the number of instructions that no
   event contains. */
#define TRACE_INFO_LEFT_OUT "instructions left out: "
/* Before the exits at the end: a signal has ended the process.  Name and number follow, for example
 * "SIGSEGV (11)". */
#define TRACE_INFO_ENDED_BY "ended by signal "

/* The second event of a process that was forked: the parent's pid, the thread that forked, and an
 * event in the parent's trace. All events of the child come after this event. */
#define TRACE_INFO_BEGUN "begun by process "
#define TRACE_INFO_BY_THREAD ": by thread "
#define TRACE_INFO_AFTER ", after event "

/* In the parent: a fork has returned (BEGINS), or a wait has returned (ENDED). The child's pid is
   in between. */
#define TRACE_INFO_PROCESS "process "
#define TRACE_INFO_BEGINS " begins"
#define TRACE_INFO_ENDED " has ended"

/* Before the newsync of an object that other processes of the run have, too: its address in this
 * trace; how many releases and how many acquires each number has in all processes together
 * (acquires 0: at most one); the object's name in all processes. */
#define TRACE_INFO_SHARED "shared: "
/* The name of an object of MPI begins so.  The communicator follows, and then the operation, if
 * the object's rounds are those of one operation: "MPI world, MPI_Bcast, from 0". */
#define TRACE_MPI_NAME "MPI "
#define TRACE_MPI_OPERATION ", MPI_"
/* The end of the name of an object by which senders wait until their messages are received. */
#define TRACE_MPI_RECEIPTS ", receipts"
/* A collective operation begins (ARRIVES), or is complete (DEPARTS), whose data does not order each
 * rank after every other one. The address of an object and a round follow. It is the object of
 * those rounds of the operation that would order all ranks. */
#define TRACE_INFO_ARRIVES "arrives "
#define TRACE_INFO_DEPARTS "departs "
/* Threads send, or receive, messages of this object at once, so it is unknown which receive takes
 * which message. */
#define TRACE_INFO_OPEN "open "

/* The address of an object of receipts, and a message's number. When the receive of this message
 * began, it was unknown that it would take this message. So a thread that waits for the receipt
 * comes after nothing. */
#define TRACE_INFO_NO_RECEIPT "no receipt "

/* One-sided operations of this rank: the bytes that they have moved, the other rank in the job, and
   the number of operations. */
#define TRACE_INFO_MOVES "moves "
#define TRACE_MOVES_TO " bytes to rank "
#define TRACE_MOVES_FROM " bytes from rank "
#define TRACE_MOVES_BY ", operations: "

/* A pipe, an eventfd, a direction of a pair of sockets or a message queue that several processes
 * may have: its address in this trace, and what happens to it. IS comes once: the units that it
 * contains, and the name that all processes use. PUT: a release with this number puts units in.
 * TOOK, SAW: units are taken out, or looked at. CLOSED: the release with this number closes it for
 * writing. ENDED: a reader finds that it is closed for writing. SENT, RECEIVED, FIRST: a message
 * has a type or a priority, and a mark, which is the same for messages with the same bytes. The
 * clock is the machine's monotonic clock. For PUT, SENT and CLOSED it is read as the call begins,
 * else as the call returns. */
#define TRACE_INFO_CHANNEL "channel "
#define TRACE_CHANNEL_IS " is "         /* units, name */
#define TRACE_CHANNEL_PUT " put "       /* units, number, clock */
#define TRACE_CHANNEL_TOOK " took "     /* units, clock */
#define TRACE_CHANNEL_SAW " saw "       /* units, clock */
#define TRACE_CHANNEL_CLOSED " closed " /* number, clock */
#define TRACE_CHANNEL_ENDED " ended "   /* clock */
#define TRACE_CHANNEL_SENT " sent "     /* type, mark, number, clock */
/* A mark of 0 means that the mark is unknown. */
#define TRACE_CHANNEL_RECEIVED " received "    /* type, mark, clock */
#define TRACE_CHANNEL_FIRST " received first " /* mark, clock; of the highest priority */

/* An object that several processes may have: its address in this trace, and what happens to it. IS
 * or BEGINS stands before its newsync. An info with the machine's clock stands before each of its
 * events, and for each other thing that is done with it. For a release, the clock is read before
 * the release, and for an acquire when the acquire returns. */
#define TRACE_INFO_OBJECT "object "
#define TRACE_OBJECT_IS " is "         /* clock, value, primitive, name in all processes */
#define TRACE_OBJECT_BEGINS " begins " /* the same: it has been initialised */
#define TRACE_OBJECT_ACTS " acts "     /* clock; the thread's next event is of this object */
#define TRACE_OBJECT_WAITS " waits "   /* clock */
#define TRACE_OBJECT_LEAVES " leaves " /* clock; its wait has ended without an acquire */
#define TRACE_OBJECT_ENDS " ends "     /* clock; its next delsync destroys it */
#define TRACE_OBJECT_TO_ALL " to all"  /* the next release wakes all waiting threads */
#define TRACE_OBJECT_WAKES " wakes "   /* the next release wakes at most so many threads */
#define TRACE_OBJECT_RANGE " range "   /* the bytes of the next operation: first, last */
/* The same for a lock that belongs to the whole process, so that its threads do not exclude each
   other. */
#define TRACE_OBJECT_OF_PROCESS " process range "
/* The effect of the next operation on a System V semaphore. If a release has no such info, the info
 * at the next acquire tells what has been taken. */
#define TRACE_OBJECT_ADDS " adds "            /* units */
#define TRACE_OBJECT_TAKES " takes "          /* units */
#define TRACE_OBJECT_SETS " sets "            /* units: its value is now this number */
#define TRACE_OBJECT_FINDS_NONE " finds none" /* it has waited for zero */

/* In the first event of a rank of MPI, up to a comma. */
#define TRACE_INFO_RANK " rank "
#define TRACE_INFO_RANKS " of "
#define TRACE_INFO_JOB " in job "
/* If a rank of another job has spawned this rank: that job, up to a comma. */
#define TRACE_INFO_SPAWNED_BY " spawned by job "

/* Before the exits at the end of a trace of hpcmp: the process executes another program. */
#define TRACE_INFO_EXECUTES "executes " /* and the program's file */

/* Memory from the kernel: address and size, and what has become of it. */
#define TRACE_INFO_PAGES "pages: "
#define TRACE_INFO_LENT "lent at " /* and where in the program, if that is known */
#define TRACE_INFO_GIVEN_BACK "given back"

/* Infos of traces that ilmgen makes of other systems' logs. */
#define TRACE_INFO_UNFORKED "begins here, not forked in this trace"
#define TRACE_INFO_NAMED "is named " /* and the thread's name */
/* The first event of a thread that was created by a library whose work is recorded separately (MPI,
   for example). */
#define TRACE_INFO_LIBRARYS "is the library's"
/* In one model of several processes that ilmgen has made: which thread this is. */
#define TRACE_INFO_IS_THREAD "is thread " /* and its number in its process */
#define TRACE_INFO_OF_PROCESS " of process "
/* Behind the last event. It declares units and clocks, and is no event of a thread. */
#define TRACE_INFO_DECLARES "ilmgen:1 "

/* The names of the primitives that hpcmp and ilmgen know. A program may name others of its own. The
 * tool itself uses numbers (HpPrim) instead of the names. */
#ifdef __cplusplus
#define PRIM(ID, name, holding) inline constexpr char TRACE_PRIM_##ID[] = name;
#include "shared/primitives.def"
#endif

#endif
