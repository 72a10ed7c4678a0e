/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The addresses in the trace of objects that have no address in the program. The n-th object of a
 * range has the address of the range + n. The memory of programs lies below 0x800000000000, so no
 * other object has such an address. Example: the third pipe that a process makes is 0x800000000003.
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
/* Words that atomic operations use: here n is the word's address in the program. The object of such
 * a word needs another address than the word, because another object, a futex for example, may be
 * at the same place. */
#define HP_ATOMIC_ADDRESSES 0x900000000000UL

/* Used by ilmgen when it makes one trace of several processes. Objects that the processes share get
 * new addresses in these ranges. Objects of MPI get addresses from HP_MPI_ADDRESSES on again. */
#define HP_JOINED_CHANNEL_ADDRESSES 0x860000000000UL /* pipes and the like */
#define HP_JOINED_OBJECT_ADDRESSES 0x870000000000UL  /* objects in shared memory, files, ... */

#endif
