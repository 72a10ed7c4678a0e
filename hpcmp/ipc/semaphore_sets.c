/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/ipc/semaphore_sets.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/sync/sources.h"
#include "shared/object_addresses.h"

/* The part of a value that one operation has added and nobody has taken. */
typedef struct {
    ULong n;
    ULong thid;
    ULong seq;
} Added;

static VgHashTable* g_sems; /* of SystemVSem */
static XArray* g_used;      /* of SystemVSem*: in the order of their addresses */

static SysRes control(UInt set, UInt n, UInt command, void* argument) {
    return VG_(do_syscall)(__NR_semctl, set, n, command, (UWord)argument, 0, 0, 0, 0);
}

static UWord key(UInt set, UInt n) {
    return (UWord)set << 16 | n;
}

Bool hp_system_v_is_in(const SystemVSem* sem, UInt set) {
    return sem->node.key >> 16 == set;
}

UInt hp_system_v_size(UInt set) {
    struct vki_semid64_ds status;
    return sr_isError(control(set, 0, IPC_STAT, &status)) ? 0 : status.sem_nsems;
}

SystemVSem* hp_system_v_find(UInt set, UInt n) {
    return g_sems == NULL ? NULL : VG_(HT_lookup)(g_sems, key(set, n));
}

SystemVSem* hp_system_v_used(Word i) {
    return g_used == NULL || i >= VG_(sizeXA)(g_used) ? NULL
                                                      : *(SystemVSem**)VG_(indexXA)(g_used, i);
}

SystemVSem* hp_system_v_find_or_add(UInt set, UInt n) {
    SystemVSem* sem = hp_system_v_find(set, n);
    if (sem != NULL)
        return sem;
    if (g_sems == NULL) {
        g_sems = VG_(HT_construct)("hp.semaphore_sets.sems");
        g_used = VG_(newXA)(VG_(malloc), "hp.semaphore_sets.used", VG_(free), sizeof(SystemVSem*));
    }
    sem = hp_table_add(g_sems, key(set, n), "hp.semaphore_sets.sem", sizeof *sem);
    sem->added = VG_(newXA)(VG_(malloc), "hp.semaphore_sets.added", VG_(free), sizeof(Added));
    sem->takers = hp_sources_new();
    SysRes value = control(set, n, GETVAL, NULL);
    if (!sr_isError(value))
        hp_system_v_add(sem, sr_Res(value), 0, 0);
    VG_(addToXA)(g_used, &sem);
    sem->address = HP_SEMOP_ADDRESSES + VG_(sizeXA)(g_used);
    return sem;
}

SyncObj* hp_system_v_object(Thread* t, const SystemVSem* sem) {
    HChar name[64];
    VG_(sprintf)(name, "semaphore %lu of set %lu", sem->node.key & 0xffff, sem->node.key >> 16);
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_SEMOP, sem->address, name);
}

static ULong value(const SyncObj* obj) {
    return hp_system_v_used(obj->node.key - HP_SEMOP_ADDRESSES - 1)->value;
}

void hp_system_v_add(SystemVSem* sem, ULong n, ULong thid, ULong seq) {
    if (n == 0)
        return;
    VG_(addToXA)(sem->added, &(Added){n, thid, seq});
    sem->value += n;
}

static void clear(XArray* array) {
    VG_(dropTailXA)(array, VG_(sizeXA)(array));
}

void hp_system_v_reset(SystemVSem* sem) {
    clear(sem->added);
    clear(sem->takers);
    sem->value = 0;
    sem->undo = 0;
}

/* If the value was higher than we know, another process has added the rest. Likewise another
   process may have taken what we think is there. */
void hp_system_v_take(SystemVSem* sem, ULong n, XArray* sources) {
    if (sem->value < n)
        hp_system_v_add(sem, n - sem->value, 0, 0);
    sem->value -= n;
    while (n > 0) {
        Added* first = VG_(indexXA)(sem->added, 0);
        ULong share = first->n < n ? first->n : n;
        if (sources != NULL)
            hp_sources_add(sources, first->thid, first->seq);
        first->n -= share;
        n -= share;
        if (first->n == 0)
            VG_(removeIndexXA)(sem->added, 0);
    }
}

void hp_semaphore_sets_init(void) {
    static const SyncKind kind = {.value = value};
    hp_sync_set_kind(HP_PRIM_SEMOP, &kind);
}
