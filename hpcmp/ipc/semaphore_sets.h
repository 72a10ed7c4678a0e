/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System V semaphores that the process has used, and the additions of which their values consist.
 *
 * The n-th semaphore that the process uses has the address HP_SEMOP_ADDRESSES + n in the trace
 * (object_addresses.h).
 */
#ifndef HP_SEMAPHORE_SETS_H
#define HP_SEMAPHORE_SETS_H

#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"

typedef struct {
    VgHashNode node; /* key: the set, and the semaphore's number in it */
    Addr address;
    ULong n_released;
    ULong value;
    Long undo;      /* this number is added when the process ends (SEM_UNDO) */
    XArray* added;  /* the additions that make up the value, the oldest first */
    XArray* takers; /* of Source: the latest release by taking, of each thread that took
                     */
} SystemVSem;

void hp_semaphore_sets_init(void);

/* The semaphore of this number in a set, or NULL if it was never used. */
SystemVSem* hp_system_v_find(UInt set, UInt n);
/* The semaphore of this number in a set. If it was never used, it is added with the value that it
   has now. */
SystemVSem* hp_system_v_find_or_add(UInt set, UInt n);
/* The number of semaphores in the set. */
UInt hp_system_v_size(UInt set);
/* The i-th semaphore that was used, counted from 0, or NULL if i is too large. */
SystemVSem* hp_system_v_used(Word i);
Bool hp_system_v_is_in(const SystemVSem* sem, UInt set);

SyncObj* hp_system_v_object(Thread* t, const SystemVSem* sem);

/* Adds n to the value. seq: the number of the release that has done so; 0: n was there from the
   beginning, or another process has added it. */
void hp_system_v_add(SystemVSem* sem, ULong n, ULong thid, ULong seq);
/* Takes n from the value. If `sources` is not NULL, notes there the releases that had added these
   n. */
void hp_system_v_take(SystemVSem* sem, ULong n, XArray* sources);
/* Forgets all about the semaphore, and sets its value to 0. */
void hp_system_v_reset(SystemVSem* sem);

#endif
