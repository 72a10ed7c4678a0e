/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/persistent.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/mpi/tool/comms.h"
#include "shared/object_addresses.h"

typedef struct {
    VgHashNode node; /* key: its handle */
    HpMpiPersistent what;
    /* Only a message in partitions has these. */
    Addr ready; /* what threads publish that give to it */
    UInt n_ready;
    ULong round; /* how often it has been complete */
    ULong giver; /* a thread that has published in this round; 0: none */
    Bool are_several;
} PersistentRequest;

static VgHashTable* g_requests;

void hp_mpi_persistent_init(void) {
    g_requests = VG_(HT_construct)("hp.mpi.persistent");
}

void hp_mpi_persistent_begin(UWord handle, const HpMpiPersistent* what) {
    static ULong n_in_partitions;
    hp_mpi_persistent_end(handle);
    PersistentRequest* request =
        hp_table_add(g_requests, handle, "hp.mpi.persistent", sizeof *request);
    request->what = *what;
    if (what->partitions > 0)
        request->ready = HP_MPI_READY_ADDRESSES + ++n_in_partitions;
}

Bool hp_mpi_persistent_find(UWord handle, HpMpiPersistent* where) {
    const PersistentRequest* request = VG_(HT_lookup)(g_requests, handle);
    if (request != NULL)
        *where = request->what;
    return request != NULL;
}

void hp_mpi_persistent_end(UWord handle) {
    PersistentRequest* request = VG_(HT_remove)(g_requests, handle);
    if (request == NULL)
        return;
    SyncObj* ready = request->ready == 0 ? NULL : hp_sync_find(request->ready);
    if (ready != NULL)
        hp_sync_discard(ready);
    VG_(free)((int*)request->what.who.from);
    VG_(free)(request);
}

static SyncObj* object_of(Thread* t, const PersistentRequest* request) {
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_USER, request->ready, NULL);
}

Bool hp_mpi_add_partitions(Thread* t, UWord handle, UWord n) {
    PersistentRequest* request = VG_(HT_lookup)(g_requests, handle);
    if (request == NULL || n == 0)
        return False;
    request->n_ready += n;
    if (request->n_ready < request->what.partitions) {
        hp_sync_release(t, object_of(t, request), request->round + 1, NULL);
        request->are_several |= request->giver != 0 && request->giver != t->thid;
        request->giver = t->thid;
        return False;
    }
    request->round++;
    if (request->are_several || (request->giver != 0 && request->giver != t->thid))
        hp_sync_acquire(t, object_of(t, request), request->round, NULL);
    request->n_ready = 0;
    request->giver = 0;
    request->are_several = False;
    return True;
}
