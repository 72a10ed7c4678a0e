/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators, and the objects that a rank has in them: a channel for each other rank,
 * tag and direction, and a node for each way in which rounds order ranks.
 *
 * All members give a communicator the same name without asking each other: that of its
 * parent, the parent's round in which it was made, and who of the world has rank 0 in it.
 */
#ifndef HP_MPI_COMMS_H
#define HP_MPI_COMMS_H

#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"
#include "shared/client_requests.h"

#define HP_MPI_ADDRESSES 0x850000000000UL

typedef struct {
    VgHashNode node; /* key: the handle */
    HChar* name;
    HpMpiComm facts;
    ULong n_rounds;
    VgHashTable* objects; /* of MpiObject */
    XArray* posted;       /* of MpiReceive*: as they were posted, from the first pending one on */
} MpiComm;

typedef struct {
    VgHashNode node; /* key: which one it is */
    Addr address;
    ULong n; /* channel: messages that have a number */
} MpiObject;

/* NULL: it is not known. */
MpiComm* hp_mpi_comm(UWord handle);
/* Ends when all that was posted is complete, and not before. */
void hp_mpi_comm_begins(UWord handle, UWord parent, const HpMpiComm* facts);
void hp_mpi_comm_ends(UWord handle);

/* Messages from one rank to another, of which this process is one. */
MpiObject* hp_mpi_channel(Thread* t, MpiComm* comm, Bool is_from, Word peer, Word tag);
MpiObject* hp_mpi_node(Thread* t, MpiComm* comm, HpMpiRound kind, Word root);
SyncObj* hp_mpi_sync_object(Thread* t, const MpiObject* object, HpPrim prim);

#endif
