/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The numbers of events: ids, 1, 2, ... in each trace, and births, which are not used
 * again by a fork's child, whose trace begins anew.
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

/* The birth of an event: a number that no other event has, in this process' trace or in those of
   the processes that it was forked from.  An event that is in no trace has 0.  hp_id_of_birth
   gives the id if the event is in this trace, else 0. */
ULong hp_birth_of_id(ULong id);
ULong hp_id_of_birth(ULong birth);

/* A fork's child begins a trace of its own. */
void hp_restart_ids(void);

#endif
