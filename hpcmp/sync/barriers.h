/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Barriers. hp_barrier_arrive() is called when t is about to arrive, hp_barrier_depart() when t has
 * departed.
 */
#ifndef HP_BARRIERS_H
#define HP_BARRIERS_H

#include "hpcmp/sync/objects.h"

void hp_barriers_init(void);

void hp_barrier_arrive(Thread* t, HpReporter by, Addr a);
void hp_barrier_depart(Thread* t, Addr a);
/* All rounds except the current one are over, even for threads that have not reported that they
   have departed. */
void hp_barrier_depart_all(Addr a);
/* From the next round on, n_participants threads take part. */
void hp_barrier_resize(Addr a, ULong n_participants);

#endif
