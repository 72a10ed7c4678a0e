/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators, and the objects that a rank has in them: a channel for each other rank,
 * tag and direction, and an object for each way in which rounds order ranks.
 *
 * All members give a communicator the same name without asking each other: it consists of the
 * parent's name, the parent's round in which the communicator was made, and the rank that its rank
 * 0 has in the parent. Example: world.3@2 was made in round 3 of the world, and its rank 0 is rank
 * 2 of the world. A window is treated as a communicator, whose fences are rounds.
 *
 * A communicator between two groups has members of both.  Group a is the one whose rank 0 has the
 * lower rank in the world, or that has spawned the other one's world. Names call the ranks of the
 * groups a0, a1, ... and b0, b1, ...
 */
#ifndef HP_MPI_COMMS_H
#define HP_MPI_COMMS_H

#include "hpcmp/mpi/tool/postings.h"
#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"
#include "shared/client_requests.h"

/* The epochs of a window in which this rank is. NULL: it is in no such epoch. */
typedef struct {
    /* From MPI_Win_post to MPI_Win_wait: complete when the accesses of all other ranks are. */
    struct _MpiOperation* exposed;
    /* From MPI_Win_start to MPI_Win_complete: complete when the targets have exposed the window. */
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
    UWord n_users; /* each operation is one, and the program while it has the handle */
    ULong n_rounds;
    const HChar* operation; /* of the present call; NULL: it has no name of its own */
    VgHashTable* objects;   /* of MpiObject */
    VgHashTable* made;      /* by members: how many communicators these members alone have made */
    XArray* posted;         /* of MpiReceive*: as they were posted, from the first pending one on */
    MpiEpochs epochs;       /* of a window */
    MpiLocks locks;
    Int* ranks_in_world; /* of a window's targets; moves.c; NULL: none is known */
} MpiComm;

typedef struct _MpiObject {
    VgHashNode node; /* key: which one it is */
    Addr address;
    HpPrim prim;
    ULong n; /* of a channel: how many messages have a number; of others: the last number */
    /* Only a channel has these. */
    MpiPosting* sent_by; /* the latest message; NULL: nothing is sent here */
    Bool is_open;
    struct _MpiObject* receipts; /* NULL: nobody has asked for one */
} MpiObject;

/* Returns the name of a communicator that is made from the parent. If there are facts, the name
   also contains the rank that the new communicator's rank 0 has in the parent. */
HChar* hp_mpi_name_in(const MpiComm* parent, const HChar* what, const HpMpiComm* facts);
/* The name of a communicator with these facts that is made in the parent's current round. */
HChar* hp_mpi_name_of_made(const MpiComm* parent, const HpMpiComm* facts);

/* Does it have two groups? */
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
/* The receipts of these messages: the receiver releases a message's number when it asks for the
   message, and a sender that waits until then acquires it. */
MpiObject* hp_mpi_receipts(Thread* t, MpiComm* comm, MpiChannel which);

/* Tells that several threads send, or receive, messages of the channel at once, so it is unknown
   which receive takes which message. */
void hp_mpi_tell_open(Thread* t, MpiObject* channel);

/* The object by which a round of the present operation orders ranks. Between groups, it is the
   object that the members of one group publish. Each operation's rounds have objects of their
   own. */
typedef struct {
    HpMpiRound kind;
    Word root;      /* 0 if the kind has none */
    Bool is_others; /* the root, or the group, is not this rank's group */
} MpiNode;
MpiObject* hp_mpi_node(Thread* t, MpiComm* comm, MpiNode node);
/* The object from one rank to another; this process is one of the two. */
MpiObject* hp_mpi_edge(Thread* t, MpiComm* comm, HpMpiEdge kind, Bool is_from, Word peer);
SyncObj* hp_mpi_sync_object(Thread* t, const MpiObject* object);

#endif
