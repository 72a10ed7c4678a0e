/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/window_locks.h"

#include "hpcmp/base/proc.h"
#include "shared/object_addresses.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    Word target; /* negative: all */
    Bool is_exclusive;
} MpiLock;

enum { BOOT_ID_SIZE = 40 };

/* The boot id, which names this machine since it was booted. Clocks of processes with the same boot
   id can be compared. Empty if it cannot be read. */
static void read_boot_id(HChar* id) {
    hp_read_proc(id, BOOT_ID_SIZE, "/proc/sys/kernel/random/boot_id");
    for (HChar* at = id; *at != '\0'; at++)
        if (*at == '\n')
            *at = '\0';
}

/* If the boot id is not known, no other rank has the object, because it has no name. */
static SyncObj* object_of(Thread* t, MpiComm* window) {
    static ULong n_objects;
    HChar boot_id[BOOT_ID_SIZE];
    if (window->locks.address != 0)
        return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_WINDOW_LOCK, window->locks.address, NULL);
    window->locks.address = HP_MPI_LOCK_ADDRESSES + ++n_objects;
    window->locks.held = VG_(newXA)(VG_(malloc), "hp.mpi.locks", VG_(free), sizeof(MpiLock));
    read_boot_id(boot_id);
    HChar* name = VG_(malloc)("hp.mpi.lock", VG_(strlen)(window->name) + BOOT_ID_SIZE + 32);
    VG_(sprintf)(name, TRACE_MPI_NAME "%s, locks on machine %s", window->name, boot_id);
    SyncObj* object = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_WINDOW_LOCK, window->locks.address,
                                     boot_id[0] == '\0' ? NULL : name);
    VG_(free)(name);
    return object;
}

static void tell_range(Thread* t, const MpiComm* window, SyncObj* object, Word target) {
    HChar text[64];
    VG_(sprintf)(text, TRACE_OBJECT_RANGE "%ld %ld", target < 0 ? 0 : target,
                 target < 0 ? window->facts.size - 1L : target);
    hp_sync_tell_more(t, object, text);
}

static const HChar* mode_of(const MpiLock* lock) {
    return lock->is_exclusive ? TRACE_MODE_WR : TRACE_MODE_RD;
}

/* No thread of this process has to come after another one by this lock, because a thread may lock
   what another one has locked only if it knows that it is unlocked. */
void hp_mpi_lock(Thread* t, MpiComm* window, Word target, Bool is_exclusive) {
    const MpiLock lock = {target, is_exclusive};
    SyncObj* object = object_of(t, window);
    tell_range(t, window, object, target);
    hp_sync_acquire(t, object, 0, mode_of(&lock));
    VG_(addToXA)(window->locks.held, &lock);
}

void hp_mpi_unlock(Thread* t, MpiComm* window, Word target) {
    const XArray* held = window->locks.held;
    for (Word i = 0; held != NULL && i < VG_(sizeXA)(held); i++) {
        const MpiLock lock = *(const MpiLock*)VG_(indexXA)(held, i);
        if (lock.target != target)
            continue;
        VG_(removeIndexXA)(window->locks.held, i);
        SyncObj* object = object_of(t, window);
        tell_range(t, window, object, target);
        hp_sync_release(t, object, ++window->locks.n_released, mode_of(&lock));
        return;
    }
}
