/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System V semaphores (semop).
 */
#ifndef HP_SEMOP_H
#define HP_SEMOP_H

#include "hpcmp/threads/threads.h"

void hp_semop_init(void);

void hp_semop_before(Thread* t, UInt number, const UWord* args);
void hp_semop_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
