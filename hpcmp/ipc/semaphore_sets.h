/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System V semaphores that the process has used, and the additions that make up their values.
 *
 * The n-th one goes by the number HP_SEMOP_ADDRESSES + n (object_addresses.h).
 */
#ifndef HP_SEMAPHORE_SETS_H
#define HP_SEMAPHORE_SETS_H

#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"

typedef struct {
    VgHashNode node; /* key: of the set, and which one of it */
    Addr address;
    ULong n_released;
    ULong value;
    Long undo;      /* is added when the process ends (SEM_UNDO) */
    XArray* added;  /* of what makes up the value, the oldest first */
    XArray* takers; /* of Source: of each thread the latest release of what took something */
} SystemVSem;

void hp_semaphore_sets_init(void);

/* The semaphore of this number in a set; NULL: none that was used. */
SystemVSem* hp_system_v_find(UInt set, UInt n);
/* The same. If the semaphore was never used before, it is added with the value that it has now. */
SystemVSem* hp_system_v_find_or_add(UInt set, UInt n);
/* The number of semaphores in the set. */
UInt hp_system_v_size(UInt set);
/* Those that were used: the i-th from 0 on; NULL: there are not so many. */
SystemVSem* hp_system_v_used(Word i);
Bool hp_system_v_is_in(const SystemVSem* sem, UInt set);

SyncObj* hp_system_v_object(Thread* t, const SystemVSem* sem);

/* seq: of the release that has added n; 0: it was there, or is of another process. */
void hp_system_v_add(SystemVSem* sem, ULong n, ULong thid, ULong seq);
/* Notes in `sources` the releases that added this, unless it is NULL. */
void hp_system_v_take(SystemVSem* sem, ULong n, XArray* sources);
/* Nothing is known of it, and its value is 0. */
void hp_system_v_reset(SystemVSem* sem);

#endif
