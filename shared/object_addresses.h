/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The addresses, in the trace, of objects that have none in the program.  The n-th object of a
 * range is called by the range's number + n.  Programs have memory below 0x800000000000 only, so no
 * object of theirs has such an address.  Example: the third pipe that a process makes is
 * 0x800000000003.
 */
#ifndef HPCMP_OBJECT_ADDRESSES_H
#define HPCMP_OBJECT_ADDRESSES_H

#define HP_PIPE_ADDRESSES 0x800000000000UL      /* pipes, eventfds, directions of sockets */
#define HP_SIGNAL_ADDRESSES 0x810000000000UL    /* here n is the signal's number */
#define HP_QUEUE_ADDRESSES 0x820000000000UL     /* message queues */
#define HP_SEMOP_ADDRESSES 0x830000000000UL     /* System V semaphores */
#define HP_FILE_ADDRESSES 0x840000000000UL      /* files that are locked */
#define HP_MPI_ADDRESSES 0x850000000000UL       /* channels and rounds of MPI */
#define HP_MPI_READY_ADDRESSES 0x858000000000UL /* requests of MPI in partitions */
#define HP_MPI_LOCK_ADDRESSES 0x880000000000UL  /* locks of windows of MPI */
/* Words that are used by atomic operations: the word's address in the program is added.  Another
 * object may lie there, a futex for example. */
#define HP_ATOMIC_ADDRESSES 0x900000000000UL

/* ilmgen's, in one trace of several processes, where objects that they have in common get new
 * addresses.  Those of MPI have HP_MPI_ADDRESSES again. */
#define HP_JOINED_CHANNEL_ADDRESSES 0x860000000000UL /* pipes and the like */
#define HP_JOINED_OBJECT_ADDRESSES 0x870000000000UL  /* objects in shared memory, files, ... */

#endif
