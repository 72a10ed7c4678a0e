/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The words of the raw trace, said once for its writer (hpcmp, C) and its reader (ilmgen, C++).
 * docs/trace-format.md says what they mean.
 */
#ifndef HPCMP_TRACE_VOCABULARY_H
#define HPCMP_TRACE_VOCABULARY_H

/* The keys of its JSON objects: TRACE_THID, ... */
#include "shared/event_keys.def"

#define TRACE_MODE_RD "rd"
#define TRACE_MODE_WR "wr"
#define TRACE_CUT_OFF "(stack cut off)" /* the function's name at the root of a cut stack */

/* In the first event of a trace of hpcmp: who the process is, and the first one of its run,
 * if that is another; the order in which threads had turns, up to a comma, and the command,
 * to the end.  At any event: others have gone on without a thread that could run. */
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

/* At any event: the program has deviated from its plan, and how. */
#define TRACE_INFO_PLAN_DROPPED "plan dropped: "

/* At any event: the program uses what is not recorded, and what that is. */
#define TRACE_INFO_UNSEEN "not recorded: "
/* The user wants only a part of the run, and which part it is. */
#define TRACE_INFO_PART "recorded: "
/* At the end of a process of such a run: how many instructions are in no event. */
#define TRACE_INFO_LEFT_OUT "instructions left out: "
/* Before the exits at the end: a signal has ended the process.  Name and number follow, for example
 * "SIGSEGV (11)". */
#define TRACE_INFO_ENDED_BY "ended by signal "

/* The second event of a process that was forked: the parent's pid, its thread, and the
 * event of its trace behind which all of it is. */
#define TRACE_INFO_BEGUN "begun by process "
#define TRACE_INFO_BY_THREAD ": by thread "
#define TRACE_INFO_AFTER ", after event "

/* In the parent, with the child's pid in between: a fork has returned; a wait has. */
#define TRACE_INFO_PROCESS "process "
#define TRACE_INFO_BEGINS " begins"
#define TRACE_INFO_ENDED " has ended"

/* Before the newsync of an object that other processes of the run have, too: its address here,
 * how many releases and acquires there are of each number (acquires 0: at most one), and what all
 * call it. */
#define TRACE_INFO_SHARED "shared: "
/* The name of an object of MPI begins so.  The communicator follows, and then the operation, if
 * the object's rounds are those of one operation: "MPI world, MPI_Bcast, from 0". */
#define TRACE_MPI_NAME "MPI "
#define TRACE_MPI_OPERATION ", MPI_"
/* The end of the name of an object by which senders wait until their messages are received. */
#define TRACE_MPI_RECEIPTS ", receipts"
/* A collective operation whose data does not order all ranks after all is begun, is complete:
 * the address here of the object of rounds that do, and the round. */
#define TRACE_INFO_ARRIVES "arrives "
#define TRACE_INFO_DEPARTS "departs "
/* Threads send, or receive, messages of this object at once, so it is unknown which receive takes
 * which message. */
#define TRACE_INFO_OPEN "open "

/* The address here of an object of receipts, and a number of it.  When that receive began, it was
 * unknown that it would take this message, so a thread that waits for the receipt comes after
 * nothing. */
#define TRACE_INFO_NO_RECEIPT "no receipt "

/* One-sided operations of this rank's, and how many: bytes, and the other rank in its job. */
#define TRACE_INFO_MOVES "moves "
#define TRACE_MOVES_TO " bytes to rank "
#define TRACE_MOVES_FROM " bytes from rank "
#define TRACE_MOVES_BY ", operations: "

/* A pipe, an eventfd, a direction of a pair of sockets or a message queue that several processes
 * may have: its address here and what happens to it.  IS comes once: the units that are in it,
 * and the name that all processes use.  PUT: a release with this number puts units in.  TOOK,
 * SAW: units are taken out, or looked at.  CLOSED: the release with this number closes it for
 * writing.  ENDED: its end is found.  SENT, RECEIVED, FIRST: a message has a type or a priority,
 * and a mark, which is the same for messages with the same bytes.  The clock is the machine's
 * monotonic clock.  For PUT, SENT and CLOSED it is read as the call begins, else as the call
 * returns. */
#define TRACE_INFO_CHANNEL "channel "
#define TRACE_CHANNEL_IS " is "         /* units, name */
#define TRACE_CHANNEL_PUT " put "       /* units, number, clock */
#define TRACE_CHANNEL_TOOK " took "     /* units, clock */
#define TRACE_CHANNEL_SAW " saw "       /* units, clock */
#define TRACE_CHANNEL_CLOSED " closed " /* number, clock */
#define TRACE_CHANNEL_ENDED " ended "   /* clock */
#define TRACE_CHANNEL_SENT " sent "     /* type, mark, number, clock */
/* A mark of 0 is not known. */
#define TRACE_CHANNEL_RECEIVED " received "    /* type, mark, clock */
#define TRACE_CHANNEL_FIRST " received first " /* mark, clock: of the highest priority */

/* An object that several processes may have: its address here and, before its newsync, who it
 * is; then, before each of its events and of what else is done with it, the machine's clock: of
 * releases before they publish, of acquires as they return. */
#define TRACE_INFO_OBJECT "object "
#define TRACE_OBJECT_IS " is "         /* clock, value, primitive, and what all call it */
#define TRACE_OBJECT_BEGINS " begins " /* the same: it has been initialised */
#define TRACE_OBJECT_ACTS " acts "     /* clock; the thread's next event is of this object */
#define TRACE_OBJECT_WAITS " waits "   /* clock */
#define TRACE_OBJECT_LEAVES " leaves " /* clock: it has waited for nothing */
#define TRACE_OBJECT_ENDS " ends "     /* clock: it is destroyed by its next delsync */
#define TRACE_OBJECT_TO_ALL " to all"  /* the next release wakes all who wait */
#define TRACE_OBJECT_WAKES " wakes "   /* the next release: up to so many who wait */
#define TRACE_OBJECT_RANGE " range "   /* the bytes of the next operation: first, last */
/* The same for a lock that belongs to the whole process and does not keep out its threads. */
#define TRACE_OBJECT_OF_PROCESS " process range "
/* The effect of the next operation on a System V semaphore.  If a release has none of these, the
 * next acquire tells what has been taken. */
#define TRACE_OBJECT_ADDS " adds "            /* units */
#define TRACE_OBJECT_TAKES " takes "          /* units */
#define TRACE_OBJECT_SETS " sets "            /* units: that is its value now */
#define TRACE_OBJECT_FINDS_NONE " finds none" /* it has waited for zero */

/* In the first event of a rank of MPI, up to a comma. */
#define TRACE_INFO_RANK " rank "
#define TRACE_INFO_RANKS " of "
#define TRACE_INFO_JOB " in job "
/* If a rank of another job has spawned it: that job, up to a comma. */
#define TRACE_INFO_SPAWNED_BY " spawned by job "

/* Before the exits at the end of a trace of hpcmp: the process goes on as another
 * program. */
#define TRACE_INFO_EXECUTES "executes " /* and the program's file */

/* Memory from the kernel: address and size, and what has become of it. */
#define TRACE_INFO_PAGES "pages: "
#define TRACE_INFO_LENT "lent at " /* and where in the program, if that is known */
#define TRACE_INFO_GIVEN_BACK "given back"

/* Infos of traces that ilmgen makes of other systems' logs. */
#define TRACE_INFO_UNFORKED "begins here, not forked in this trace"
#define TRACE_INFO_NAMED "is named " /* and the thread's name */
/* The first event of a thread that a library whose work is told apart has created. */
#define TRACE_INFO_LIBRARYS "is the library's"
/* Where ilmgen has made one model of several processes: which thread this is. */
#define TRACE_INFO_IS_THREAD "is thread " /* and its number in its process */
#define TRACE_INFO_OF_PROCESS " of process "
/* Behind the last event: of units and clocks, no event of any thread. */
#define TRACE_INFO_DECLARES "ilmgen:1 "

/* Primitives that hpcmp and ilmgen know; a program may name others of its own.  The tool itself
 * goes by their numbers. */
#ifdef __cplusplus
#define PRIM(ID, name, holding) inline constexpr char TRACE_PRIM_##ID[] = name;
#include "shared/primitives.def"
#endif

#endif
