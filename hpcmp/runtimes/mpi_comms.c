/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/runtimes/mpi_comms.h"

#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

static VgHashTable* g_comms;

MpiComm* hp_mpi_comm(UWord handle) {
    return g_comms == NULL ? NULL : VG_(HT_lookup)(g_comms, handle);
}

static HChar* name_of(UWord parent, const HpMpiComm* facts) {
    if (parent == HP_MPI_WORLD)
        return VG_(strdup)("hp.mpi.name", "world");
    const MpiComm* from = hp_mpi_comm(parent);
    /* No other process has this one's own. */
    const HChar* former = parent == HP_MPI_SELF ? "self" : from->name;
    HChar* name = VG_(malloc)("hp.mpi.name", VG_(strlen)(former) + 60);
    VG_(sprintf)(name, "%s.%llu@%d", former, parent == HP_MPI_SELF ? 0 : from->n_rounds,
                 facts->first);
    return name;
}

/* One of that name that has been forgotten had other members or another round. */
void hp_mpi_comm_begins(UWord handle, UWord parent, const HpMpiComm* facts) {
    if (parent > HP_MPI_SELF && hp_mpi_comm(parent) == NULL)
        return;
    if (g_comms == NULL)
        g_comms = VG_(HT_construct)("hp.mpi.comms");
    hp_mpi_comm_ends(handle);
    MpiComm* comm = VG_(calloc)("hp.mpi.comm", 1, sizeof *comm);
    *comm = (MpiComm){.name = name_of(parent, facts), .facts = *facts};
    comm->node.key = handle;
    comm->objects = VG_(HT_construct)("hp.mpi.objects");
    comm->posted = VG_(newXA)(VG_(malloc), "hp.mpi.posted", VG_(free), sizeof(void*));
    VG_(HT_add_node)(g_comms, comm);
}

/* Receives that are posted still refer to it, so that it stays. */
void hp_mpi_comm_ends(UWord handle) {
    if (g_comms != NULL)
        VG_(HT_remove)(g_comms, handle);
}

/* Its address here; others of the run have one of their own. */
static MpiObject* object_with(Thread* t, MpiComm* comm, UWord key, HpPrim prim, const HChar* told) {
    static ULong n_objects;
    MpiObject* object = VG_(calloc)("hp.mpi.object", 1, sizeof *object);
    object->node.key = key;
    object->address = HP_MPI_ADDRESSES + ++n_objects;
    VG_(HT_add_node)(comm->objects, object);
    HChar* text = VG_(malloc)("hp.mpi.text", VG_(strlen)(told) + VG_(strlen)(comm->name) + 80);
    VG_(sprintf)(text, TRACE_INFO_SHARED "%lu %s", object->address, told);
    hp_trace_info(t, text);
    VG_(free)(text);
    hp_mpi_sync_object(t, object, prim);
    return object;
}

MpiObject* hp_mpi_channel(Thread* t, MpiComm* comm, Bool is_from, Word peer, Word tag) {
    const UWord key = (UWord)is_from << 62 | (UWord)(UInt)peer << 31 | (UWord)tag;
    MpiObject* known = VG_(HT_lookup)(comm->objects, key);
    if (known != NULL)
        return known;
    const Word rank = comm->facts.rank;
    HChar* told = VG_(malloc)("hp.mpi.told", VG_(strlen)(comm->name) + 120);
    VG_(sprintf)(told, "1 1 MPI %s, %ld to %ld, tag %ld", comm->name, is_from ? peer : rank,
                 is_from ? rank : peer, tag);
    MpiObject* made = object_with(t, comm, key, HP_PRIM_MESSAGE, told);
    VG_(free)(told);
    return made;
}

/* Everybody's release and acquire; or all but the root have one, and the root the other. */
MpiObject* hp_mpi_node(Thread* t, MpiComm* comm, HpMpiRound kind, Word root) {
    const UWord key = 1UL << 63 | (UWord)kind << 32 | (UInt)root;
    MpiObject* known = VG_(HT_lookup)(comm->objects, key);
    if (known != NULL)
        return known;
    const int all = comm->facts.size;
    HChar* told = VG_(malloc)("hp.mpi.told", VG_(strlen)(comm->name) + 120);
    switch (kind) {
    case HP_MPI_ALL: VG_(sprintf)(told, "%d %d MPI %s", all, all, comm->name); break;
    case HP_MPI_FROM_ROOT:
        VG_(sprintf)(told, "1 %d MPI %s, from %ld", all - 1, comm->name, root);
        break;
    case HP_MPI_TO_ROOT:
        VG_(sprintf)(told, "%d 1 MPI %s, to %ld", all - 1, comm->name, root);
        break;
    case HP_MPI_FROM_LOWER: VG_(sprintf)(told, "1 1 MPI %s, rank by rank", comm->name); break;
    case HP_MPI_NOBODY: told[0] = '\0'; break; /* has no node */
    }
    MpiObject* made =
        object_with(t, comm, key, kind == HP_MPI_ALL ? HP_PRIM_BARRIER : HP_PRIM_MESSAGE, told);
    VG_(free)(told);
    return made;
}

SyncObj* hp_mpi_sync_object(Thread* t, const MpiObject* object, HpPrim prim) {
    return hp_sync_object(t, HP_BY_LIBRARY, prim, object->address, NULL);
}
