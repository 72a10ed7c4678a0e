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

void hp_semop_init(void);

void hp_semop_before(Thread* t, UInt number, const UWord* args);
void hp_semop_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
