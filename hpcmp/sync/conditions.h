/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Condition variables.  may_fail: as for the unlocking of the mutex (locks.h).  woken: the
 * wait returned with success, not by time-out.
 */
#ifndef HP_CONDITIONS_H
#define HP_CONDITIONS_H

#include "hpcmp/threads/threads.h"

void hp_conditions_init(void);

void hp_cond_signal(Thread* t, Addr a, Bool is_broadcast);
void hp_cond_wait_begin(Thread* t, Addr cond, Addr mutex, Bool may_fail);
void hp_cond_wait_end(Thread* t, Addr cond, Addr mutex, Bool woken);
/* The thread leaves whatever it waits in, and will not return from it. */
void hp_wait_unwind(Thread* t);

#endif
