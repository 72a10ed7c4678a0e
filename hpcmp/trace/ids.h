/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The numbers of events. Ids are 1, 2, ... in each trace. Births continue in the child of a fork,
 * because the child still has blocks that the parent has allocated. Example: a process forks after
 * 100 events. The child's first event has id 1 and birth 101.
 */
#ifndef HP_IDS_H
#define HP_IDS_H

#include "hpcmp/base/basics.h"

/* Takes the id of the next event. */
ULong hp_next_id(void);
/* The number of events so far. */
ULong hp_n_events(void);
/* Forgets the events beyond n. */
void hp_set_n_events(ULong n);

/* The birth of an event: a number that no other event has, in this process's trace or in the traces
   of its parents up to the forks. An event that is in no trace has birth 0. hp_id_of_birth()
   returns the event's id if the event is in this trace, otherwise 0. */
ULong hp_birth_of_id(ULong id);
ULong hp_id_of_birth(ULong birth);

/* A fork's child begins a trace of its own. */
void hp_restart_ids(void);

#endif
