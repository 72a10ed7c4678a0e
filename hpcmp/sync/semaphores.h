/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * POSIX semaphores, and semaphores of the program's own. value: the semaphore's present value. If
 * the semaphore was never seen before, this value is its initial count.
 */
#ifndef HP_SEMAPHORES_H
#define HP_SEMAPHORES_H

#include "hpcmp/sync/objects.h"

void hp_semaphores_init(void);

void hp_sem_find_or_begin(Thread* t, HpReporter by, Addr a, ULong value);
/* sem_open has returned the semaphore; sem_close has closed it. */
void hp_sem_open(Thread* t, Addr a, ULong value);
void hp_sem_close(Thread* t, Addr a);
void hp_sem_post(Thread* t, HpReporter by, Addr a, ULong value);
void hp_sem_wait_begin(Thread* t, Addr a, ULong value);
void hp_sem_acquire(Thread* t, HpReporter by, Addr a);

#endif
