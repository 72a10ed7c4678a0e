/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators, and the objects that a rank has in them: a channel for each other rank,
 * tag and direction, and a node for each way in which rounds order ranks.
 *
 * All members give a communicator the same name without asking each other: it consists of the
 * parent's name, the parent's round in which the communicator was made, and the parent's rank of
 * its rank 0. Example: world.3@2 was made in round 3 of the world, and its rank 0 is rank 2 of the
 * world. A window is one, too: its fences are rounds.
 *
 * One between two groups has members of both.  Group a is the one whose rank 0 has the lower rank
 * in the world, or that has spawned the other one's world; ranks of the groups are told as a0, b0.
 */
#ifndef HP_MPI_COMMS_H
#define HP_MPI_COMMS_H

#include "hpcmp/mpi/tool/postings.h"
#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"
#include "shared/client_requests.h"

/* Between post and wait, between start and complete; NULL: is not. */
typedef struct {
    struct _MpiOperation* exposed;   /* complete when those are to whom it is exposed */
    struct _MpiOperation* accessing; /* complete when it is exposed to this rank */
    struct _MpiOperation* accessed;  /* what is to be published then */
} MpiEpochs;

/* The locks of a window. */
typedef struct {
    Addr address; /* of the object; 0: none of it has been locked */
    ULong n_released;
    XArray* held; /* of MpiLock */
} MpiLocks;

typedef struct {
    VgHashNode node; /* key: the handle */
    HChar* name;
    HpMpiComm facts;
    UWord n_users; /* 1 while the program has the handle, and each operation */
    ULong n_rounds;
    const HChar* operation; /* that a thread is in now; NULL: is not one of those with a name */
    VgHashTable* objects;   /* of MpiObject */
    VgHashTable* made;      /* by members: how many communicators without others of this one */
    XArray* posted;         /* of MpiReceive*: as they were posted, from the first pending one on */
    MpiEpochs epochs;       /* of a window */
    MpiLocks locks;
    Int* ranks_in_world; /* of a window's targets; moves.c; NULL: none is known */
} MpiComm;

typedef struct _MpiObject {
    VgHashNode node; /* key: which one it is */
    Addr address;
    HpPrim prim;
    ULong n; /* channel: messages that have a number; edge, receipts: the last number */
    /* Only a channel has these. */
    MpiPosting* sent_by; /* the latest message; NULL: nothing is sent here */
    Bool is_open;
    struct _MpiObject* receipts; /* NULL: nobody has asked for one */
} MpiObject;

/* The name of a communicator of the parent's, which also tells the rank in the parent of who has
   rank 0; facts NULL: it tells none. */
HChar* hp_mpi_name_in(const MpiComm* parent, const HChar* what, const HpMpiComm* facts);
/* The name of a communicator with these facts that is made in the parent's current round. */
HChar* hp_mpi_name_of_made(const MpiComm* parent, const HpMpiComm* facts);

/* Has it two groups? */
static inline Bool hp_mpi_is_between(const MpiComm* comm) {
    return comm->facts.other_size > 0;
}

/* Messages from one rank to another, of which this process is one.  Between groups, the peer is
   of the other one. */
typedef struct {
    Bool is_from; /* this process receives */
    Word peer;
    Word tag;
} MpiChannel;
MpiObject* hp_mpi_channel(Thread* t, MpiComm* comm, MpiChannel which);
/* The same messages, by their numbers, as the receiver asks for them: a thread that sends a message
   and waits until it is received comes after that. */
MpiObject* hp_mpi_receipts(Thread* t, MpiComm* comm, MpiChannel which);

/* Threads send, or receive, its messages at once, so that one of these may be another one's: tells
   so. */
void hp_mpi_tell_open(Thread* t, MpiObject* channel);

/* The object by which a round of the present operation orders ranks; between groups, the one that
   the members of one group publish. Rounds of each operation have objects of their own. */
typedef struct {
    HpMpiRound kind;
    Word root;      /* 0 if the kind has none */
    Bool is_others; /* the root, or the group, is not this rank's group */
} MpiNode;
MpiObject* hp_mpi_node(Thread* t, MpiComm* comm, MpiNode node);
/* From one rank to another, of which this process is one. */
MpiObject* hp_mpi_edge(Thread* t, MpiComm* comm, HpMpiEdge kind, Bool is_from, Word peer);
SyncObj* hp_mpi_sync_object(Thread* t, const MpiObject* object);

#endif
