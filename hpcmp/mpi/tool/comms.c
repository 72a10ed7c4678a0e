/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/comms.h"

#include "hpcmp/trace/trace.h"
#include "shared/object_addresses.h"
#include "shared/trace_vocabulary.h"

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

HChar* hp_mpi_name_in(const MpiComm* parent, const HChar* what, const HpMpiComm* facts) {
    HChar* name =
        VG_(malloc)("hp.mpi.name", VG_(strlen)(parent->name) + VG_(strlen)(what) + NUMBERS);
    VG_(sprintf)(name, "%s.%s", parent->name, what);
    if (facts != NULL)
        append_first(name, facts);
    return name;
}

HChar* hp_mpi_name_of_made(const MpiComm* parent, const HpMpiComm* facts) {
    HChar round[24];
    VG_(sprintf)(round, "%llu", parent->n_rounds);
    return hp_mpi_name_in(parent, round, facts);
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

void hp_mpi_tell_open(Thread* t, MpiObject* channel) {
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
