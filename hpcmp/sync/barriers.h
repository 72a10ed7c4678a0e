/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Barriers: about to arrive; has departed.
 */
#ifndef HP_BARRIERS_H
#define HP_BARRIERS_H

#include "hpcmp/sync/objects.h"

void hp_barriers_init(void);

void hp_barrier_arrive(Thread* t, HpReporter by, Addr a);
void hp_barrier_depart(Thread* t, Addr a);
/* All rounds but the current one are over, also for the threads that have not reported
   their departure. */
void hp_barrier_depart_all(Addr a);
/* From the next round on so many threads take part. */
void hp_barrier_resize(Addr a, ULong n_participants);

#endif
