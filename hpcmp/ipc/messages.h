/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Message queues, of POSIX (mq_send) and of System V (msgsnd): a thread that receives a message
 * comes after the thread that sent it.
 *
 * The n-th queue that the process uses has the address HP_QUEUE_ADDRESSES + n in the trace
 * (object_addresses.h).
 *
 * The room ipc knows message queues, System V semaphores and locks on files, which few HPC programs
 * use. It asks base, threads, sync, calls and channels.
 */
#ifndef HP_MESSAGES_H
#define HP_MESSAGES_H

#include "hpcmp/threads/threads.h"

void hp_messages_before(Thread* t, UInt number, const UWord* args);
void hp_messages_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
