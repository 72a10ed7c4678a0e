/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/comms.h"

#include "hpcmp/trace/trace.h"
#include "pub_tool_libcproc.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    VgHashNode node; /* key: who has made it */
    ULong n;
} MadeBy;

static VgHashTable* g_comms;

MpiComm* hp_mpi_comm(UWord handle) {
    return g_comms == NULL ? NULL : VG_(HT_lookup)(g_comms, handle);
}

/*------------------------------------------------------------*/
/*--- Names                                                 ---*/
/*------------------------------------------------------------*/

enum { NUMBERS = 120 }; /* characters of numbers and words in a name */

/* Appends the parent's rank of its rank 0; between groups, that of group a comes first. */
static void append_first(HChar* name, const HpMpiComm* facts) {
    HChar* end = name + VG_(strlen)(name);
    if (facts->other_size == 0)
        VG_(sprintf)(end, "@%d", facts->first);
    else
        VG_(sprintf)(end, "@%d|%d", facts->is_a ? facts->first : facts->other_first,
                     facts->is_a ? facts->other_first : facts->first);
    if (facts->is_window)
        VG_(strcpy)(name + VG_(strlen)(name), " window");
}

HChar* hp_mpi_name_of_made(const MpiComm* parent, const HpMpiComm* facts) {
    HChar* name = VG_(malloc)("hp.mpi.name", VG_(strlen)(parent->name) + NUMBERS);
    VG_(sprintf)(name, "%s.%llu", parent->name, parent->n_rounds);
    append_first(name, facts);
    return name;
}

/* The job of this world if it was spawned, else NULL. The world with which a job began is not named
   after the job. */
static const HChar* spawned_job(void) {
    return VG_(getenv)("OMPI_PARENT_PORT") == NULL ? NULL : VG_(getenv)("PMIX_NAMESPACE");
}

static HChar* name_in_world(const HChar* what) {
    const HChar* job = spawned_job();
    HChar* name = VG_(malloc)("hp.mpi.name", VG_(strlen)(what) + (job ? VG_(strlen)(job) : 0) + 2);
    VG_(sprintf)(name, "%s%s%s", what, job == NULL ? "" : " ", job == NULL ? "" : job);
    return name;
}

static HChar* name_of(UWord parent, const HpMpiComm* facts) {
    if (parent == HP_MPI_WORLD)
        return name_in_world("world");
    if (parent != HP_MPI_SELF)
        return hp_mpi_name_of_made(hp_mpi_comm(parent), facts);
    /* No other process has this one's own. */
    const MpiComm self = {.name = name_in_world("self")};
    HChar* name = hp_mpi_name_of_made(&self, facts);
    VG_(free)(self.name);
    return name;
}

static HChar* name_with_spawned(const MpiComm* parent) {
    HChar* name = VG_(malloc)("hp.mpi.name", VG_(strlen)(parent->name) + NUMBERS);
    VG_(sprintf)(name, "%s.%llu spawned", parent->name, parent->n_rounds);
    return name;
}

Bool hp_mpi_spawns(const MpiComm* parent, HChar* text, SizeT room) {
    HChar* name = name_with_spawned(parent);
    const SizeT used = VG_(strlen)(text);
    const Bool fits = used + sizeof HP_MPI_SPAWNED_VARIABLE "=\n" + VG_(strlen)(name) <= room;
    if (fits)
        VG_(sprintf)(text + used, "%s" HP_MPI_SPAWNED_VARIABLE "=%s", used > 0 ? "\n" : "", name);
    VG_(free)(name);
    return fits;
}

UWord hp_mpi_own_process(void) {
    const HChar* job = VG_(getenv)("PMIX_NAMESPACE");
    const HChar* rank = VG_(getenv)("PMIX_RANK");
    if (job == NULL || rank == NULL)
        return 0;
    return (UWord)VG_(strtoll10)(job, NULL) << 32 | (UWord)VG_(strtoll10)(rank, NULL);
}

/* Members call such functions of the same members in the same order. */
static ULong count_made_by(MpiComm* parent, UWord members) {
    MadeBy* made = VG_(HT_lookup)(parent->made, members);
    if (made == NULL) {
        made = VG_(calloc)("hp.mpi.made", 1, sizeof *made);
        made->node.key = members;
        VG_(HT_add_node)(parent->made, made);
    }
    return ++made->n;
}

/* "a3" between groups, else "3". */
static const HChar* member(HChar* text, const MpiComm* comm, Bool is_others, Word rank) {
    const Bool is_a = comm->facts.is_a != is_others;
    if (hp_mpi_is_between(comm))
        VG_(sprintf)(text, "%c%ld", is_a ? 'a' : 'b', rank);
    else
        VG_(sprintf)(text, "%ld", rank);
    return text;
}

/*------------------------------------------------------------*/
/*--- Communicators                                         ---*/
/*------------------------------------------------------------*/

/* A communicator that had this handle before has ended, though the program has not freed it. */
void hp_mpi_comm_has_name(UWord handle, HChar* name, const HpMpiComm* facts) {
    if (g_comms == NULL)
        g_comms = VG_(HT_construct)("hp.mpi.comms");
    hp_mpi_comm_ends(handle);
    MpiComm* comm = VG_(calloc)("hp.mpi.comm", 1, sizeof *comm);
    *comm = (MpiComm){.name = name, .facts = *facts, .n_users = 1};
    comm->node.key = handle;
    comm->objects = VG_(HT_construct)("hp.mpi.objects");
    comm->made = VG_(HT_construct)("hp.mpi.made");
    comm->posted = VG_(newXA)(VG_(malloc), "hp.mpi.posted", VG_(free), sizeof(void*));
    VG_(HT_add_node)(g_comms, comm);
}

void hp_mpi_comm_begins(UWord handle, UWord parent, const HpMpiComm* facts) {
    const MpiComm* from = parent <= HP_MPI_SELF ? NULL : hp_mpi_comm(parent);
    if (parent > HP_MPI_SELF && from == NULL)
        return;
    HpMpiComm own = *facts;
    if (from != NULL && hp_mpi_is_between(from)) /* its groups are called as the parent's */
        own.is_a = from->facts.is_a;
    hp_mpi_comm_has_name(handle, name_of(parent, &own), &own);
}

void hp_mpi_comm_spawned(UWord handle, UWord parent, const HpMpiComm* facts) {
    const MpiComm* from = parent == 0 ? NULL : hp_mpi_comm(parent);
    const HChar* told = parent == 0 ? VG_(getenv)(HP_MPI_SPAWNED_VARIABLE) : NULL;
    if (from != NULL)
        hp_mpi_comm_has_name(handle, name_with_spawned(from), facts);
    else if (told != NULL)
        hp_mpi_comm_has_name(handle, VG_(strdup)("hp.mpi.name", told), facts);
}

/* All processes that can meet have this parent in common, even if they are of several worlds. */
static MpiComm* worlds(void) {
    static MpiComm worlds = {.name = (HChar*)"worlds"};
    if (worlds.made == NULL)
        worlds.made = VG_(HT_construct)("hp.mpi.made");
    return &worlds;
}

void hp_mpi_comm_of_group(UWord handle, UWord parent, const HpMpiComm* facts, UWord members) {
    MpiComm* from = parent == HP_MPI_WORLDS ? worlds() : hp_mpi_comm(parent);
    if (from == NULL)
        return;
    HChar* name = VG_(malloc)("hp.mpi.name", VG_(strlen)(from->name) + NUMBERS);
    VG_(sprintf)(name, "%s.%lx.%llu", from->name, members, count_made_by(from, members));
    append_first(name, facts);
    hp_mpi_comm_has_name(handle, name, facts);
}

void hp_mpi_comm_ends(UWord handle) {
    MpiComm* comm = g_comms == NULL ? NULL : VG_(HT_remove)(g_comms, handle);
    if (comm != NULL)
        hp_mpi_give_up_comm(comm);
}

/*------------------------------------------------------------*/
/*--- Objects                                               ---*/
/*------------------------------------------------------------*/

/* How often each number is released, is acquired, in all ranks together (acquired 0: once or not at
   all), and by which name; its address is of this process, others of the run have one of their
   own. */
static MpiObject* new_object(Thread* t, const MpiComm* comm, HpPrim prim, Word released,
                             Word acquired, const HChar* what) {
    static ULong n_objects;
    MpiObject* object = VG_(calloc)("hp.mpi.object", 1, sizeof *object);
    object->address = HP_MPI_ADDRESSES + ++n_objects;
    object->prim = prim;
    HChar* text = VG_(malloc)("hp.mpi.text", VG_(strlen)(what) + VG_(strlen)(comm->name) + NUMBERS);
    VG_(sprintf)(text, TRACE_INFO_SHARED "%lu %ld %ld MPI %s%s", object->address, released,
                 acquired, comm->name, what);
    hp_trace_info(t, text);
    VG_(free)(text);
    hp_mpi_sync_object(t, object);
    return object;
}

/* One of a communicator's own. */
static MpiObject* object_with(Thread* t, MpiComm* comm, UWord key, HpPrim prim, Word released,
                              Word acquired, const HChar* what) {
    MpiObject* object = new_object(t, comm, prim, released, acquired, what);
    object->node.key = key;
    VG_(HT_add_node)(comm->objects, object);
    return object;
}

static const HChar* name_of_channel(HChar* what, const MpiComm* comm, MpiChannel which) {
    HChar this[24], other[24];
    member(this, comm, False, comm->facts.rank);
    member(other, comm, hp_mpi_is_between(comm), which.peer);
    VG_(sprintf)(what, ", %s to %s, tag %ld", which.is_from ? other : this,
                 which.is_from ? this : other, which.tag);
    return what;
}

MpiObject* hp_mpi_channel(Thread* t, MpiComm* comm, MpiChannel which) {
    const UWord key = (UWord)which.is_from << 62 | (UWord)(UInt)which.peer << 31 | (UWord)which.tag;
    MpiObject* known = VG_(HT_lookup)(comm->objects, key);
    if (known != NULL)
        return known;
    HChar what[NUMBERS];
    return object_with(t, comm, key, HP_PRIM_MESSAGE, 1, 1, name_of_channel(what, comm, which));
}

MpiObject* hp_mpi_receipts(Thread* t, MpiComm* comm, MpiChannel which) {
    MpiObject* channel = hp_mpi_channel(t, comm, which);
    if (channel->receipts != NULL)
        return channel->receipts;
    HChar what[NUMBERS];
    name_of_channel(what, comm, which);
    VG_(strcpy)(what + VG_(strlen)(what), TRACE_MPI_RECEIPTS);
    channel->receipts = new_object(t, comm, HP_PRIM_MESSAGE, 1, 0, what);
    return channel->receipts;
}

void hp_mpi_is_open(Thread* t, MpiObject* channel) {
    HChar text[sizeof TRACE_INFO_OPEN + 24];
    if (channel->is_open)
        return;
    channel->is_open = True;
    VG_(sprintf)(text, TRACE_INFO_OPEN "%lu", channel->address);
    hp_trace_info(t, text);
}

/* Names of operations lie in our library, which has less than 16 MiB. */
static UWord operation_bits(const HChar* operation) {
    return ((UWord)operation & 0xffffff) << 36;
}

static UWord key_of_node(MpiNode node, const HChar* operation) {
    return 1UL << 63 | (UWord)node.kind << 33 | (UWord)node.is_others << 32 | (UInt)node.root |
           operation_bits(operation);
}

/* Example: ", MPI_Bcast, from 2". */
static void name_of_node(HChar* what, const MpiComm* comm, MpiNode node, const HChar* operation) {
    HChar root[24];
    member(root, comm, node.is_others, node.root);
    what[0] = 0;
    if (operation != NULL)
        VG_(sprintf)(what, ", %s", operation);
    HChar* end = what + VG_(strlen)(what);
    switch (node.kind) {
    case HP_MPI_FROM_ROOT: VG_(sprintf)(end, ", from %s", root); break;
    case HP_MPI_TO_ROOT: VG_(sprintf)(end, ", to %s", root); break;
    case HP_MPI_FROM_LOWER: VG_(strcpy)(end, ", rank by rank"); break;
    case HP_MPI_FROM_ALL_LOWER: VG_(sprintf)(end, ", from %s to higher ranks", root); break;
    case HP_MPI_ALL:
    case HP_MPI_NOBODY:
        if (hp_mpi_is_between(comm))
            VG_(sprintf)(end, ", all of %c", root[0]);
    }
}

/* How many ranks release each number of a node, and how many acquire it. In one group of 4 ranks,
   for example, 1 releases and 3 acquire in MPI_Bcast, 3 release and 1 acquires in MPI_Reduce, and
   all 4 do both in MPI_Barrier. Between groups of 2 and 3, either group has a node for MPI_Barrier:
   2 release and 3 acquire, and 3 release and 2 acquire. */
typedef struct {
    HpPrim prim;
    Word released, acquired;
} NodeUse;

static NodeUse use_of_node(const MpiComm* comm, MpiNode node) {
    const Bool is_between = hp_mpi_is_between(comm);
    const Word own = comm->facts.size, other = comm->facts.other_size;
    const Word publishing = node.is_others ? other : own;
    const Word others = !is_between ? own - 1 : node.is_others ? own : other;
    switch (node.kind) {
    case HP_MPI_FROM_ROOT: return (NodeUse){HP_PRIM_MESSAGE, 1, others};
    case HP_MPI_TO_ROOT: return (NodeUse){HP_PRIM_MESSAGE, others, 1};
    case HP_MPI_FROM_LOWER: return (NodeUse){HP_PRIM_MESSAGE, 1, 1};
    case HP_MPI_FROM_ALL_LOWER: return (NodeUse){HP_PRIM_MESSAGE, 1, others - node.root};
    case HP_MPI_ALL:
    case HP_MPI_NOBODY: break;
    }
    if (is_between)
        return (NodeUse){HP_PRIM_MESSAGE, publishing, others};
    return (NodeUse){HP_PRIM_BARRIER, publishing, publishing};
}

/* Where all lower ranks are roots, a round has several nodes, of which none is the operation's. */
MpiObject* hp_mpi_node(Thread* t, MpiComm* comm, MpiNode node) {
    const HChar* operation = node.kind == HP_MPI_FROM_ALL_LOWER ? NULL : comm->operation;
    const UWord key = key_of_node(node, operation);
    MpiObject* known = VG_(HT_lookup)(comm->objects, key);
    if (known != NULL)
        return known;
    HChar what[NUMBERS];
    name_of_node(what, comm, node, operation);
    const NodeUse use = use_of_node(comm, node);
    return object_with(t, comm, key, use.prim, use.released, use.acquired, what);
}

MpiObject* hp_mpi_edge(Thread* t, MpiComm* comm, HpMpiEdge kind, Bool is_from, Word peer) {
    const UWord key = 3UL << 62 | (UWord)is_from << 61 | (UWord)kind << 32 | (UInt)peer;
    MpiObject* known = VG_(HT_lookup)(comm->objects, key);
    if (known != NULL)
        return known;
    static const HChar* const names[] = {"neighbours", "exposed", "complete"};
    const Word rank = comm->facts.rank;
    HChar what[NUMBERS];
    VG_(sprintf)(what, ", %ld to %ld, %s", is_from ? peer : rank, is_from ? rank : peer,
                 names[kind]);
    return object_with(t, comm, key, HP_PRIM_MESSAGE, 1, 1, what);
}

SyncObj* hp_mpi_sync_object(Thread* t, const MpiObject* object) {
    return hp_sync_object(t, HP_BY_LIBRARY, object->prim, object->address, NULL);
}
