/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators, and the objects by which a rank is ordered with the other members: a channel for
 * each other rank, tag and direction, and an object for each way in which rounds order ranks.
 *
 * All members give a communicator the same name without asking each other. The name consists of the
 * parent's name, the number of the parent's round in which the communicator was made, and the rank
 * that its rank 0 has in the parent. Example: world.3@2 was made in round 3 of the world, and its
 * rank 0 is rank 2 of the world. A window is treated as a communicator, whose fences are rounds.
 *
 * A communicator between two groups has members of both. Group a is the one whose rank 0 has the
 * lower rank in the world. If the groups are of two worlds, group a is the one that has spawned the
 * other one. Names call the ranks of the groups a0, a1, ... and b0, b1, ...
 */
#ifndef HP_MPI_COMMS_H
#define HP_MPI_COMMS_H

#include "hpcmp/mpi/tool/postings.h"
#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"
#include "shared/client_requests.h"

/* The epochs of a window that have begun in this rank. NULL: this rank is in no such epoch. */
typedef struct {
    /* From MPI_Win_post to MPI_Win_wait. Complete when the accesses of all other ranks are
       complete. */
    struct _MpiOperation* exposed;
    /* From MPI_Win_start to MPI_Win_complete. Complete when the targets have exposed the window. */
    struct _MpiOperation* accessing;
    /* The releases that MPI_Win_complete makes. */
    struct _MpiOperation* accessed;
} MpiEpochs;

/* The locks of a window. */
typedef struct {
    Addr address; /* of the object; 0: this rank has not locked any part of the window */
    ULong n_released;
    XArray* held; /* of MpiLock */
} MpiLocks;

typedef struct {
    VgHashNode node; /* key: the handle */
    HChar* name;
    HpMpiComm facts;
    UWord n_users; /* each operation is a user; the program is one while it has the handle */
    ULong n_rounds;
    const HChar* operation; /* name of the present collective operation; NULL: there is none */
    VgHashTable* objects;   /* of MpiObject */
    VgHashTable* made;      /* by a number for the members: how many communicators these members
                               alone have made */
    XArray* posted;         /* of MpiReceive*, in the order of posting, from the first pending one
                               on */
    MpiEpochs epochs;       /* of a window */
    MpiLocks locks;
    Int* ranks_in_world; /* for each target of a window; see moves.c; NULL: no rank is known */
} MpiComm;

typedef struct _MpiObject {
    VgHashNode node; /* key: which one it is */
    Addr address;
    HpPrim prim;
    ULong n; /* for a channel: how many messages have a number; otherwise: the last number */
    /* Only a channel has these. */
    MpiPosting* sent_by; /* the latest message; NULL: nothing is sent here */
    Bool is_open;
    struct _MpiObject* receipts; /* NULL: nobody has asked for a receipt */
} MpiObject;

/* Returns the name of a communicator that is made from the parent. If there are facts, the name
   also contains the rank that the new communicator's rank 0 has in the parent. */
HChar* hp_mpi_name_in(const MpiComm* parent, const HChar* what, const HpMpiComm* facts);
/* The name of a communicator with these facts that is made in the parent's current round. */
HChar* hp_mpi_name_of_made(const MpiComm* parent, const HpMpiComm* facts);

/* Is this a communicator between two groups? */
static inline Bool hp_mpi_is_between(const MpiComm* comm) {
    return comm->facts.other_size > 0;
}

/* Messages between this process and another rank.  Between groups, the peer is in the other
   group. */
typedef struct {
    Bool is_from; /* this process receives */
    Word peer;
    Word tag;
} MpiChannel;
MpiObject* hp_mpi_channel(Thread* t, MpiComm* comm, MpiChannel which);
/* The receipts of a channel's messages. When the receiver asks for a message, it releases the
   message's number at this object. A sender that waits until then acquires this number. */
MpiObject* hp_mpi_receipts(Thread* t, MpiComm* comm, MpiChannel which);

/* Tells that several threads send, or receive, messages of the channel at once, so it is unknown
   which receive takes which message. */
void hp_mpi_tell_open(Thread* t, MpiObject* channel);

/* The object by which a round of the present operation orders ranks. Between groups, it is the
   object at which the members of one group release. Each collective operation has objects of its
   own. */
typedef struct {
    HpMpiRound kind;
    Word root;      /* 0 if the kind has none */
    Bool is_others; /* the root, or the releasing group, is not in this rank's group */
} MpiNode;
MpiObject* hp_mpi_node(Thread* t, MpiComm* comm, MpiNode node);
/* The object by which one rank comes after another one. This process is one of the two. */
MpiObject* hp_mpi_edge(Thread* t, MpiComm* comm, HpMpiEdge kind, Bool is_from, Word peer);
SyncObj* hp_mpi_sync_object(Thread* t, const MpiObject* object);

#endif
