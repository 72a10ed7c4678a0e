/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/runtimes/mpi.h"

#include "hpcmp/base/core.h"
#include "hpcmp/runtimes/mpi_receives.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_machine.h"
#include "shared/trace_vocabulary.h"

/* The call of MPI that a thread is in. */
typedef struct _MpiCall {
    UInt depth; /* calls inside each other */
    Addr stack; /* pointer, in the outermost */
    UInt where; /* as hp_runtime_call() */
} MpiCall;

/* What will be complete, at an address by which the program knows it. */
typedef struct {
    MpiReceive* receive; /* NULL: it is a round */
    MpiObject* node;
    HpPrim prim;
    ULong seq;            /* to acquire */
    ULong released;       /* to release behind that; 0: nothing */
    const MpiObject* all; /* of rounds that wait for all, when this one does not; NULL: it does */
    ULong round;
    Bool is_alone; /* nobody else takes part */
    Bool may_be_cancelled;
} Operation;

typedef struct {
    VgHashNode node; /* key: its handle */
    Operation* operation;
} Request;

typedef struct {
    VgHashNode node; /* key: its handle */
    HpMpiKept kept;
} KeptRequest;

static VgHashTable* g_requests;
static VgHashTable* g_kept;

/*------------------------------------------------------------*/
/*--- Calls                                                 ---*/
/*------------------------------------------------------------*/

/* An outermost call that was left by an exception or a longjmp is over: its frame lies
   below. */
static void enter(Thread* t) {
    MpiCall* call = HP_KEPT(t->mpi);
    const Addr stack = VG_(get_SP)(t->tid);
    if (call->depth > 0 && stack < call->stack) {
        call->depth++;
        return;
    }
    if (call->depth > 0)
        hp_runtime_return(t, call->where);
    *call = (MpiCall){1, stack, hp_runtime_call(t)};
}

static void leave(Thread* t) {
    if (t->mpi == NULL || t->mpi->depth == 0 || --t->mpi->depth > 0)
        return;
    hp_waiting_end(t);
    hp_runtime_return(t, t->mpi->where);
}

/*------------------------------------------------------------*/
/*--- What happens                                          ---*/
/*------------------------------------------------------------*/

static void sends(Thread* t, MpiComm* comm, Word to, Word tag, ULong bytes) {
    MpiObject* channel = hp_mpi_channel(t, comm, False, to, tag);
    hp_sync_send(t, hp_mpi_sync_object(t, channel, HP_PRIM_MESSAGE), ++channel->n, bytes);
}

static Operation* operation(Operation of) {
    Operation* kept = VG_(malloc)("hp.mpi.operation", sizeof *kept);
    *kept = of;
    return kept;
}

static Operation* receives(MpiComm* comm, Word from, Word tag) {
    MpiReceive* receive = hp_mpi_posted(comm, from, tag);
    Operation* of = operation((Operation){.receive = receive});
    receive->operation = of;
    return of;
}

/* Scan: each rank's departure is what the next one waits for. */
static Operation passes_on(MpiObject* node, const HpMpiComm* facts, ULong round, Thread* t) {
    const ULong first = round * facts->size;
    if (facts->rank > 0)
        return (Operation){.node = node,
                           .prim = HP_PRIM_MESSAGE,
                           .seq = first + facts->rank,
                           .released = first + facts->rank + 1};
    hp_sync_release(t, hp_mpi_sync_object(t, node, HP_PRIM_MESSAGE), first + 1, NULL);
    return (Operation){.node = NULL};
}

/* Without a node: this rank needs nothing of others. */
static Operation goes_as_data(Thread* t, MpiComm* comm, HpMpiRound kind, Word root) {
    const Bool is_root = comm->facts.rank == root;
    if (kind == HP_MPI_NOBODY)
        return (Operation){.node = NULL};
    MpiObject* node = hp_mpi_node(t, comm, kind, root);
    if (kind == HP_MPI_FROM_LOWER)
        return passes_on(node, &comm->facts, comm->n_rounds, t);
    const HpPrim prim = kind == HP_MPI_ALL ? HP_PRIM_BARRIER : HP_PRIM_MESSAGE;
    if (kind == HP_MPI_ALL || is_root == (kind == HP_MPI_FROM_ROOT))
        hp_sync_release(t, hp_mpi_sync_object(t, node, prim), comm->n_rounds, NULL);
    if (kind == HP_MPI_ALL || is_root == (kind == HP_MPI_TO_ROOT))
        return (Operation){.node = node, .prim = prim, .seq = comm->n_rounds};
    return (Operation){.node = NULL};
}

/* For who takes each collective operation for a barrier. */
static void tell_passage(Thread* t, const HChar* what, const MpiObject* all, ULong round) {
    HChar text[64];
    VG_(sprintf)(text, "%s%lu %llu", what, all->address, round);
    hp_trace_info(t, text);
}

static Operation* arrives(Thread* t, MpiComm* comm, HpMpiRound kind, Word root) {
    comm->n_rounds++;
    if (comm->facts.size == 1)
        return operation((Operation){.is_alone = True});
    Operation of = goes_as_data(t, comm, kind, root);
    if (kind != HP_MPI_ALL) {
        of.all = hp_mpi_node(t, comm, HP_MPI_ALL, 0);
        of.round = comm->n_rounds;
        tell_passage(t, TRACE_INFO_ARRIVES, of.all, of.round);
    }
    return operation(of);
}

static void is_cancelled(Operation* of) {
    if (of->receive != NULL)
        hp_mpi_dropped(of->receive);
    VG_(free)(of);
}

static void is_complete(Thread* t, Operation* done, Word from, Word tag) {
    if (done->receive != NULL && (from < 0 || tag < 0)) { /* no message */
        is_cancelled(done);
        return;
    }
    if (done->receive != NULL) {
        done->node = hp_mpi_taken(t, done->receive, from, tag, &done->seq);
        done->prim = HP_PRIM_MESSAGE;
    }
    if (done->node != NULL) {
        SyncObj* object = hp_mpi_sync_object(t, done->node, done->prim);
        hp_sync_acquire(t, object, done->seq, NULL);
        if (done->released != 0)
            hp_sync_release(t, object, done->released, NULL);
    }
    if (done->all != NULL)
        tell_passage(t, TRACE_INFO_DEPARTS, done->all, done->round);
    VG_(free)(done);
}

/*------------------------------------------------------------*/
/*--- Requests                                              ---*/
/*------------------------------------------------------------*/

static Operation* take(UWord handle) {
    Request* request = VG_(HT_remove)(g_requests, handle);
    if (request == NULL)
        return NULL;
    Operation* of = request->operation;
    if (of->receive != NULL)
        of->receive->request = 0;
    VG_(free)(request);
    return of;
}

/* What is complete at once may have the handle of something else that is. */
static void has_request(UWord handle, Operation* of) {
    take(handle);
    Request* request = VG_(malloc)("hp.mpi.request", sizeof *request);
    request->node.key = handle;
    request->operation = of;
    if (of->receive != NULL)
        of->receive->request = handle;
    VG_(HT_add_node)(g_requests, request);
}

static Operation* open_before(const Operation* of, UWord n, UWord* request) {
    const MpiReceive* open = of->receive == NULL ? NULL : hp_mpi_open_before(of->receive, n);
    if (open == NULL)
        return NULL;
    *request = open->request;
    return open->operation;
}

static void is_seen(const Operation* of, Word from, Word tag) {
    if (of->receive == NULL)
        return;
    of->receive->from = from;
    of->receive->tag = tag;
}

static void cancels(UWord handle) {
    Request* request = VG_(HT_lookup)(g_requests, handle);
    if (request != NULL)
        request->operation->may_be_cancelled = True;
}

static void forget_kept(UWord handle) {
    KeptRequest* kept = VG_(HT_remove)(g_kept, handle);
    if (kept != NULL)
        VG_(free)(kept);
}

static void keep(UWord handle, const HpMpiKept* what) {
    forget_kept(handle);
    KeptRequest* kept = VG_(malloc)("hp.mpi.kept", sizeof *kept);
    kept->node.key = handle;
    kept->kept = *what;
    VG_(HT_add_node)(g_kept, kept);
}

static Bool tell_kept(UWord handle, HpMpiKept* where) {
    const KeptRequest* kept = VG_(HT_lookup)(g_kept, handle);
    if (kept != NULL)
        *where = kept->kept;
    return kept != NULL;
}

/* What is about requests and communicators, not about this thread. */
static Bool about_handles(const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_MPI_COMM_IS_KNOWN: *result = hp_mpi_comm(arg[1]) != NULL; break;
    case HP_REQ_MPI_COMM_BEGINS:
        hp_mpi_comm_begins(arg[1], arg[2], (const HpMpiComm*)arg[3]);
        break;
    case HP_REQ_MPI_COMM_ENDS: hp_mpi_comm_ends(arg[1]); break;
    case HP_REQ_MPI_REQUEST: has_request(arg[1], (Operation*)arg[2]); break;
    case HP_REQ_MPI_TAKE: *result = (UWord)take(arg[1]); break;
    case HP_REQ_MPI_KEEP: keep(arg[1], (const HpMpiKept*)arg[2]); break;
    case HP_REQ_MPI_KEPT: *result = tell_kept(arg[1], (HpMpiKept*)arg[2]); break;
    case HP_REQ_MPI_OPEN:
        *result = (UWord)open_before((Operation*)arg[1], arg[2], (UWord*)arg[3]);
        break;
    case HP_REQ_MPI_SEEN: is_seen((Operation*)arg[1], (Int)arg[2], (Int)arg[3]); break;
    case HP_REQ_MPI_CANCEL: cancels(arg[1]); break;
    case HP_REQ_MPI_MAY_BE_CANCELLED: *result = ((Operation*)arg[1])->may_be_cancelled; break;
    case HP_REQ_MPI_CANCELLED: is_cancelled((Operation*)arg[1]); break;
    case HP_REQ_MPI_FREED:
        take(arg[1]);
        forget_kept(arg[1]);
        break;
    default: return False;
    }
    return True;
}

/* Also of a call inside another. */
static Bool about_calls(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_MPI_ENTER: enter(t); break;
    case HP_REQ_MPI_LEAVE: leave(t); break;
    case HP_REQ_MPI_ROOM: *result = (UWord)VG_(malloc)("hp.mpi.room", arg[1]); break;
    case HP_REQ_MPI_NO_ROOM: VG_(free)((void*)arg[1]); break;
    default: return False;
    }
    return True;
}

static Bool about_operations(Thread* t, const UWord* arg) {
    Operation* of = (Operation*)arg[1];
    switch (arg[0]) {
    case HP_REQ_MPI_WAIT:
        if (of != NULL)
            hp_waiting_begin(t);
        break;
    case HP_REQ_MPI_CALL:
        if (of != NULL && (of->node != NULL || of->is_alone))
            hp_waiting_begin(t);
        break;
    case HP_REQ_MPI_COMPLETED: is_complete(t, of, (Int)arg[2], (Int)arg[3]); break;
    default: return False;
    }
    return True;
}

Bool hp_mpi_request(Thread* t, const UWord* arg, UWord* result) {
    if (about_calls(t, arg, result))
        return True;
    const Bool is_outermost = t->mpi != NULL && t->mpi->depth == 1;
    if (!is_outermost || about_handles(arg, result) || about_operations(t, arg))
        return True;
    MpiComm* comm = hp_mpi_comm(arg[1]);
    if (comm == NULL)
        return True;
    switch (arg[0]) {
    case HP_REQ_MPI_SEND:
        if ((Int)arg[2] >= 0 && (Int)arg[3] >= 0) /* else the call fails */
            sends(t, comm, (Int)arg[2], (Int)arg[3], arg[4]);
        break;
    case HP_REQ_MPI_POST: *result = (UWord)receives(comm, (Int)arg[2], (Int)arg[3]); break;
    case HP_REQ_MPI_ARRIVE: *result = (UWord)arrives(t, comm, arg[2], (Int)arg[3]); break;
    default: return False;
    }
    return True;
}

void hp_mpi_init(void) {
    g_requests = VG_(HT_construct)("hp.mpi.requests");
    g_kept = VG_(HT_construct)("hp.mpi.kept");
}
