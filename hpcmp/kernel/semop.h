/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System V semaphores (semop).
 *
 * The n-th semaphore that the process uses goes by the number HP_SEMOP_ADDRESSES + n,
 * at which no program has memory.
 */
#ifndef HP_SEMOP_H
#define HP_SEMOP_H

#include "hpcmp/threads/threads.h"

#define HP_SEMOP_ADDRESSES 0x830000000000UL

void hp_semop_before(Thread* t, UInt number, const UWord* args);
void hp_semop_after(Thread* t, UInt number, const UWord* args, SysRes res);

/* t is in this call, and has the lock.  Returns whether the call has been made. */
Bool hp_semop_make(Thread* t, UInt number, const UWord* args, SysRes* res);

/* The call that t was in will not return, or has returned. */
void hp_semop_abandon(Thread* t);
/* In the child of a fork, while the other threads are still known: what was added is
   from another process. */
void hp_semop_reset_in_child(void);

#endif
