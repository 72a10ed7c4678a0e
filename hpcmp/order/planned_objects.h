/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which object of the run is which object of the plan.
 *
 * Addresses differ from run to run, so the plan numbers objects. The first event with a number
 * decides which object of the run has this number. Later events with the number must have the same
 * object. Example: in the plan thread 2 locks object 4, then thread 3 does. Thread 2 locks the
 * mutex at 0x5000, so this is object 4. If thread 3 now locks the one at 0x5040, it deviates from
 * the plan.
 *
 * When an object has ended, another one may begin at its address. The plan gives the two objects
 * different numbers. So an address loses its number when a new number comes up there.
 */
#ifndef HP_PLANNED_OBJECTS_H
#define HP_PLANNED_OBJECTS_H

#include "hpcmp/base/basics.h"

/* By the plan, the next event has the object with this number. In the run it has the object with
   this address (in the form that the trace uses). Can this be the same object? */
Bool hp_planned_object_match(UWord number, Addr object);

#endif
