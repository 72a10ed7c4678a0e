/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which object of this run is which one of the plan?
 *
 * Addresses differ from run to run, so the plan numbers objects.  The first event with a number
 * says which object that is; later ones must have the same.  Example: in the plan thread 2 locks
 * object 4, then thread 3 does.  Thread 2 locks the mutex at 0x5000, so this is object 4.  If
 * thread 3 now locks the one at 0x5040, it deviates from the plan.
 *
 * Another object may begin where one has ended.  So an object's number is that of its place only
 * until another number has been seen there.
 */
#ifndef HP_PLANNED_OBJECTS_H
#define HP_PLANNED_OBJECTS_H

#include "hpcmp/base/basics.h"

/* An event with the plan's object of this number takes place at this one of the run, whose address
   is as in the trace.  Can that be? */
Bool hp_planned_object_match(UWord number, Addr object);

#endif
