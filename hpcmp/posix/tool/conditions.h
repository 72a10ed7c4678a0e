/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Condition variables. may_fail: unlocking the mutex may fail (locks.h). woken: the wait has
 * returned with success, not because its time was over.
 */
#ifndef HP_CONDITIONS_H
#define HP_CONDITIONS_H

#include "hpcmp/threads/threads.h"

void hp_conditions_init(void);

void hp_cond_signal(Thread* t, Addr a, Bool is_broadcast);
void hp_cond_wait_begin(Thread* t, Addr cond, Addr mutex, Bool may_fail);
void hp_cond_wait_end(Thread* t, Addr cond, Addr mutex, Bool woken);
/* t leaves the call in which it waits, without returning from it (by an exception, for example). */
void hp_wait_unwind(Thread* t);

#endif
