/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/kept.h"

#include "hpcmp/mpi/tool/comms.h"
#include "shared/object_addresses.h"

typedef struct {
    VgHashNode node; /* key: its handle */
    HpMpiKept kept;
    /* Only a message in partitions has these. */
    Addr ready; /* what threads publish that give to it */
    UInt n_ready;
    ULong round; /* how often it has been complete */
    ULong giver; /* a thread that has published in this round; 0: none */
    Bool are_several;
} KeptRequest;

static VgHashTable* g_kept;

void hp_mpi_kept_init(void) {
    g_kept = VG_(HT_construct)("hp.mpi.kept");
}

void hp_mpi_keep(UWord handle, const HpMpiKept* what) {
    static ULong n_in_partitions;
    hp_mpi_keep_no_more(handle);
    KeptRequest* kept = VG_(calloc)("hp.mpi.kept", 1, sizeof *kept);
    kept->node.key = handle;
    kept->kept = *what;
    if (what->partitions > 0)
        kept->ready = HP_MPI_READY_ADDRESSES + ++n_in_partitions;
    VG_(HT_add_node)(g_kept, kept);
}

Bool hp_mpi_kept(UWord handle, HpMpiKept* where) {
    const KeptRequest* kept = VG_(HT_lookup)(g_kept, handle);
    if (kept != NULL)
        *where = kept->kept;
    return kept != NULL;
}

void hp_mpi_keep_no_more(UWord handle) {
    KeptRequest* kept = VG_(HT_remove)(g_kept, handle);
    if (kept == NULL)
        return;
    SyncObj* ready = kept->ready == 0 ? NULL : hp_sync_known(kept->ready);
    if (ready != NULL)
        hp_sync_discard(ready);
    VG_(free)((int*)kept->kept.who.from);
    VG_(free)(kept);
}

static SyncObj* ready(Thread* t, const KeptRequest* kept) {
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_USER, kept->ready, NULL);
}

Bool hp_mpi_ready(Thread* t, UWord handle, UWord n) {
    KeptRequest* kept = VG_(HT_lookup)(g_kept, handle);
    if (kept == NULL || n == 0)
        return False;
    kept->n_ready += n;
    if (kept->n_ready < kept->kept.partitions) {
        hp_sync_release(t, ready(t, kept), kept->round + 1, NULL);
        kept->are_several |= kept->giver != 0 && kept->giver != t->thid;
        kept->giver = t->thid;
        return False;
    }
    kept->round++;
    if (kept->are_several || (kept->giver != 0 && kept->giver != t->thid))
        hp_sync_acquire(t, ready(t, kept), kept->round, NULL);
    kept->n_ready = 0;
    kept->giver = 0;
    kept->are_several = False;
    return True;
}
