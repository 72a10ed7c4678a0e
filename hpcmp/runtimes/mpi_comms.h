/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators, and the objects that a rank has in them: a channel for each other rank,
 * tag and direction, and a node for each way in which rounds order ranks.
 *
 * All members give a communicator the same name without asking each other: that of its
 * parent, the parent's round in which it was made, and who of the parent has rank 0 in it.
 * A window is one, too: its fences are rounds.
 *
 * One between two groups has members of both.  Group a is the one whose rank 0 has the lower rank
 * in the world, or that has spawned the other one's world; ranks of the groups are told as a0, b0.
 */
#ifndef HP_MPI_COMMS_H
#define HP_MPI_COMMS_H

#include "hpcmp/runtimes/mpi_postings.h"
#include "hpcmp/sync/objects.h"
#include "pub_tool_xarray.h"
#include "shared/client_requests.h"

#define HP_MPI_ADDRESSES 0x850000000000UL
#define HP_MPI_READY_ADDRESSES (HP_MPI_ADDRESSES + (1UL << 39))

/* Between post and wait, between start and complete; NULL: is not. */
typedef struct {
    struct _MpiOperation* exposed;   /* complete when those are to whom it is exposed */
    struct _MpiOperation* accessing; /* complete when it is exposed to this rank */
    struct _MpiOperation* accessed;  /* what is to be published then */
} MpiEpochs;

/* Of a window. */
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
    Int* ranks_in_world; /* of a window's targets; mpi_moves.c; NULL: none is known */
} MpiComm;

typedef struct _MpiObject {
    VgHashNode node; /* key: which one it is */
    Addr address;
    HpPrim prim;
    ULong n; /* channel: messages that have a number; edge, receipts: the last number */
    /* Of a channel. */
    MpiPosting* sent_by; /* the latest message; NULL: nothing is sent here */
    Bool is_open;
    struct _MpiObject* receipts; /* NULL: nobody has asked for one */
} MpiObject;

/* NULL: it is not known. */
MpiComm* hp_mpi_comm(UWord handle);
void hp_mpi_comm_begins(UWord handle, UWord parent, const HpMpiComm* facts);
/* What this process is in Open MPI: job << 32 | rank; 0: something else. */
UWord hp_mpi_own_process(void);
/* Made by some members of the parent, by this number of theirs; of several worlds, in the order of
   all that these members make so. */
void hp_mpi_comm_of_group(UWord handle, UWord parent, const HpMpiComm* facts, UWord members);
/* With a world that members of the parent have spawned, in its current round; parent 0: with those
   who have spawned this one, if they have said how it is called. */
void hp_mpi_comm_spawned(UWord handle, UWord parent, const HpMpiComm* facts);
/* Appends what a world has to be told that is about to be spawned so, to a text in room for so many
   bytes; False: that is too little. */
Bool hp_mpi_spawns(const MpiComm* parent, HChar* text, SizeT room);
/* One like another, that was given this name when it was begun to be made. */
void hp_mpi_comm_has_name(UWord handle, HChar* name, const HpMpiComm* facts);
/* The program has no handle for it any more.  It is freed with the last operation that uses it,
   because a receive may be complete after MPI_Comm_free. */
void hp_mpi_comm_ends(UWord handle);
/* In mpi_operations.c, because they end operations, too. */
MpiComm* hp_mpi_use_comm(MpiComm* comm);
void hp_mpi_drop_comm(MpiComm* comm);
void hp_mpi_give_up_comm(MpiComm* comm); /* the program has no handle */
/* Of one with these facts that is made in the current round. */
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
/* The same messages, by their numbers, as the receiver asks for them: who sends one and waits until
   it is received comes after that. */
MpiObject* hp_mpi_receipts(Thread* t, MpiComm* comm, MpiChannel which);

/* Threads send, or receive, its messages at once, so that one of these may be another one's: tells
   so. */
void hp_mpi_is_open(Thread* t, MpiObject* channel);

/* What a round of the present operation goes through; between groups, what those of one group
   publish.  Rounds of each operation have objects of their own. */
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
