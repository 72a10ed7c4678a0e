/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/mpi.h"

#include "hpcmp/base/core.h"
#include "hpcmp/mpi/tool/edges.h"
#include "hpcmp/mpi/tool/handles.h"
#include "hpcmp/mpi/tool/kept.h"
#include "hpcmp/mpi/tool/locks.h"
#include "hpcmp/mpi/tool/moves.h"
#include "hpcmp/mpi/tool/rounds.h"
#include "hpcmp/processes/processes.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_machine.h"

/* A message. */
typedef struct {
    MpiComm* comm; /* NULL: none */
    MpiChannel channel;
    ULong seq;
} MpiSent;

/* The call of MPI that a thread is in. */
typedef struct _MpiCall {
    UInt depth;             /* calls inside each other */
    Addr stack;             /* pointer, in the outermost */
    UInt where;             /* as hp_runtime_call() */
    UInt library;           /* as hp_library_call() */
    const HChar* operation; /* that it is; NULL: is no collective one */
    MpiPosting* posting;    /* NULL: it has posted nothing */
    MpiSent sent;           /* by it, last */
    Bool locks_later;       /* it returns before it has the lock that it asks for */
    MpiMoves* moves;        /* of this call and those before */
} MpiCall;

typedef struct {
    VgHashNode node; /* key: its handle */
    MpiOperation* operation;
} Request;

static VgHashTable* g_requests;

/*------------------------------------------------------------*/
/*--- Calls                                                 ---*/
/*------------------------------------------------------------*/

static void return_from(Thread* t, const MpiCall* call) {
    hp_runtime_return(t, call->where);
    hp_library_return(t, call->library);
}

static void end_posting(MpiCall* call) {
    if (call->posting != NULL)
        hp_mpi_posting_ends(call->posting);
    call->posting = NULL;
}

static MpiPosting* posting_of(const Thread* t) {
    if (t->mpi->posting == NULL)
        t->mpi->posting = hp_mpi_posting_begins(t);
    return t->mpi->posting;
}

void hp_mpi_exits(Thread* t) {
    if (t->mpi == NULL)
        return;
    end_posting(t->mpi);
    hp_mpi_tell_moves(t, &t->mpi->moves);
}

/* An outermost call that was left by an exception or a longjmp is over: its frame lies
   below. */
static void enter(Thread* t, const HChar* operation, Bool is_one_sided) {
    MpiCall* call = HP_KEPT(t->mpi);
    const Addr stack = VG_(get_SP)(t->tid);
    if (call->depth > 0 && stack < call->stack) {
        call->depth++;
        return;
    }
    if (call->depth > 0)
        return_from(t, call);
    end_posting(call);
    if (!is_one_sided)
        hp_mpi_tell_moves(t, &call->moves);
    *call = (MpiCall){.depth = 1,
                      .stack = stack,
                      .where = hp_runtime_call(t),
                      .library = hp_library_call(t),
                      .operation = operation,
                      .moves = call->moves};
}

static void leave(Thread* t) {
    if (t->mpi == NULL || t->mpi->depth == 0 || --t->mpi->depth > 0)
        return;
    end_posting(t->mpi);
    hp_waiting_end(t);
    return_from(t, t->mpi);
}

/* Whether the library ends the process, or lets it be killed, is a race. */
static void aborts(Thread* t) {
    hp_process_exits(t);
    hp_process_ends();
}

/*------------------------------------------------------------*/
/*--- What happens                                          ---*/
/*------------------------------------------------------------*/

static void sends(Thread* t, MpiComm* comm, Word to, Word tag, ULong bytes) {
    const MpiChannel which = {False, to, tag};
    MpiObject* channel = hp_mpi_channel(t, comm, which);
    MpiPosting* posting = posting_of(t);
    if (channel->sent_by != NULL && hp_mpi_overlap(channel->sent_by, posting))
        hp_mpi_is_open(t, channel);
    hp_mpi_drop_posting(channel->sent_by);
    channel->sent_by = hp_mpi_use_posting(posting);
    hp_sync_send(t, hp_mpi_sync_object(t, channel), ++channel->n, bytes);
    t->mpi->sent = (MpiSent){comm, which, channel->n};
}

/* An operation that is complete when the receiver asks for what this call has sent. */
static MpiOperation* receipt(Thread* t) {
    const MpiSent* sent = &t->mpi->sent;
    if (sent->comm == NULL)
        return NULL;
    return hp_mpi_round_after(sent->comm, hp_mpi_receipts(t, sent->comm, sent->channel), sent->seq);
}

static MpiOperation* posts(Thread* t, MpiComm* comm, Word from, Word tag, HpMpiPost how) {
    MpiOperation* of = hp_mpi_receive(comm, from, tag, posting_of(t));
    of->is_told_by_post = how == HP_MPI_TAKES_ANY;
    if (how != HP_MPI_TRIES)
        hp_mpi_acknowledge(t, of->receive);
    return of;
}

/*------------------------------------------------------------*/
/*--- Requests                                              ---*/
/*------------------------------------------------------------*/

static MpiOperation* take(UWord handle) {
    Request* request = VG_(HT_remove)(g_requests, handle);
    if (request == NULL)
        return NULL;
    MpiOperation* of = request->operation;
    if (of->receive != NULL)
        of->receive->request = 0;
    VG_(free)(request);
    return of;
}

/* Takes the request, unless another thread looks at it. */
static UWord take_if_it_may(UWord handle) {
    const Request* request = VG_(HT_lookup)(g_requests, handle);
    if (request == NULL)
        return 0;
    const MpiReceive* receive = request->operation->receive;
    return receive != NULL && hp_mpi_is_looked_at(receive) ? HP_MPI_LOOKED_AT : (UWord)take(handle);
}

/* Nobody will ask for the operation any more. A receive goes on, because it is matched all the
   same. NULL: nothing to do. */
static void forget(MpiOperation* of) {
    if (of != NULL && of->receive == NULL)
        hp_mpi_cancelled(of);
}

/* If an operation is complete at once, its request may have the same handle as that of another such
   operation. Example: MPICH gives both of two barriers of MPI_COMM_SELF the same one. */
static void has_request(UWord handle, MpiOperation* of) {
    forget(take(handle));
    Request* request = VG_(malloc)("hp.mpi.request", sizeof *request);
    request->node.key = handle;
    request->operation = of;
    if (of->receive != NULL) {
        of->receive->request = handle;
        of->receive->has_request = True;
    }
    VG_(HT_add_node)(g_requests, request);
}

static MpiOperation* open_before(const Thread* t, const MpiOperation* of, UWord n, UWord* request) {
    MpiReceive* open = of->receive == NULL ? NULL : hp_mpi_open_before(of->receive, n);
    if (open == NULL)
        return NULL;
    hp_mpi_is_looked_at_by(open, posting_of(t));
    *request = open->request;
    return open->operation;
}

static void is_seen(const MpiOperation* of, Word from, Word tag) {
    if (of->receive != NULL && !of->is_told_by_post)
        hp_mpi_match(of->receive, from, tag);
}

static void makes(MpiOperation* of, UWord like, Addr where, SizeT handle_size) {
    const MpiComm* parent = hp_mpi_comm(like);
    if (parent != NULL)
        hp_mpi_makes(of, parent, where, handle_size);
}

static void cancels(UWord handle) {
    Request* request = VG_(HT_lookup)(g_requests, handle);
    if (request != NULL)
        request->operation->may_be_cancelled = True;
}

/* Handles client requests that are about MPI's requests and communicators, not about this
   thread. */
static Bool about_handles(const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_MPI_COMM_IS_KNOWN: *result = hp_mpi_comm(arg[1]) != NULL; break;
    case HP_REQ_MPI_COMM_BEGINS:
        hp_mpi_comm_begins(arg[1], arg[2], (const HpMpiComm*)arg[3]);
        break;
    case HP_REQ_MPI_COMM_OF_GROUP:
        hp_mpi_comm_of_group(arg[1], arg[2], (const HpMpiComm*)arg[3], arg[4]);
        break;
    case HP_REQ_MPI_COMM_BEGUN: makes((MpiOperation*)arg[1], arg[2], arg[3], arg[4]); break;
    case HP_REQ_MPI_COMM_SPAWNED:
        hp_mpi_comm_spawned(arg[1], arg[2], (const HpMpiComm*)arg[3]);
        break;
    case HP_REQ_MPI_COMM_ENDS: hp_mpi_comm_ends(arg[1]); break;
    case HP_REQ_MPI_REQUEST: has_request(arg[1], (MpiOperation*)arg[2]); break;
    case HP_REQ_MPI_TAKE: *result = take_if_it_may(arg[1]); break;
    case HP_REQ_MPI_KEEP: hp_mpi_keep(arg[1], (const HpMpiKept*)arg[2]); break;
    case HP_REQ_MPI_KEPT: *result = hp_mpi_kept(arg[1], (HpMpiKept*)arg[2]); break;
    case HP_REQ_MPI_LOOKED: hp_mpi_is_looked_at_by(((MpiOperation*)arg[1])->receive, NULL); break;
    case HP_REQ_MPI_SEEN: is_seen((MpiOperation*)arg[1], (Int)arg[2], (Int)arg[3]); break;
    case HP_REQ_MPI_CANCEL: cancels(arg[1]); break;
    case HP_REQ_MPI_MAY_BE_CANCELLED: *result = ((MpiOperation*)arg[1])->may_be_cancelled; break;
    case HP_REQ_MPI_CANCELLED: hp_mpi_cancelled((MpiOperation*)arg[1]); break;
    case HP_REQ_MPI_FREED:
        forget((MpiOperation*)arg[2]);
        hp_mpi_keep_no_more(arg[1]);
        hp_mpi_comm_ends(arg[1]); /* of a collective operation that is started many times */
        break;
    default: return False;
    }
    return True;
}

/* These requests count in a call inside another one, too. */
static Bool about_calls(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_MPI_ENTER: enter(t, (const HChar*)arg[1], arg[2] != 0); break;
    case HP_REQ_MPI_LEAVE: leave(t); break;
    case HP_REQ_MPI_ABORTS: aborts(t); break;
    case HP_REQ_MPI_PROCESS: *result = hp_mpi_own_process(); break;
    case HP_REQ_MPI_ROOM: *result = (UWord)VG_(malloc)("hp.mpi.room", arg[1]); break;
    case HP_REQ_MPI_NO_ROOM: VG_(free)((void*)arg[1]); break;
    case HP_REQ_MPI_LOCKS_LATER:
        if (t->mpi != NULL)
            t->mpi->locks_later = True;
        break;
    default: return False;
    }
    return True;
}

static Bool about_operations(Thread* t, const UWord* arg, UWord* result) {
    MpiOperation* of = (MpiOperation*)arg[1];
    switch (arg[0]) {
    case HP_REQ_MPI_RECEIPT: *result = (UWord)receipt(t); break;
    case HP_REQ_MPI_OPERATION: t->mpi->operation = (const HChar*)arg[1]; break;
    case HP_REQ_MPI_WAIT:
        if (of != NULL)
            hp_waiting_begin(t);
        break;
    case HP_REQ_MPI_CALL:
        if (of != NULL && (of->n_sources > 0 || of->is_alone))
            hp_waiting_begin(t);
        break;
    case HP_REQ_MPI_OPEN: *result = (UWord)open_before(t, of, arg[2], (UWord*)arg[3]); break;
    case HP_REQ_MPI_READY: *result = hp_mpi_ready(t, arg[1], arg[2]); break;
    case HP_REQ_MPI_COMPLETED: hp_mpi_complete(t, of, (Int)arg[2], (Int)arg[3]); break;
    default: return False;
    }
    return True;
}

static Bool about_epochs(Thread* t, MpiComm* window, const UWord* arg, UWord* result) {
    const int* ranks = (const int*)arg[2];
    switch (arg[0]) {
    case HP_REQ_MPI_EXPOSES: hp_mpi_exposes(t, window, ranks, (Word)arg[3]); break;
    case HP_REQ_MPI_EXPOSED: *result = (UWord)hp_mpi_exposed(window); break;
    case HP_REQ_MPI_ACCESSES: hp_mpi_accesses(t, window, ranks, (Word)arg[3], arg[4] != 0); break;
    case HP_REQ_MPI_COMPLETES: *result = (UWord)hp_mpi_completes(t, window); break;
    default: return False;
    }
    return True;
}

static Bool about_moves(Thread* t, MpiComm* window, const UWord* arg, UWord* result) {
    switch (arg[0]) {
    case HP_REQ_MPI_MOVES:
        *result = hp_mpi_moves(t, &t->mpi->moves, window, (Int)arg[2], arg[3], arg[4]);
        break;
    case HP_REQ_MPI_TARGET: hp_mpi_target_is(window, (Int)arg[2], (Int)arg[3]); break;
    default: return False;
    }
    return True;
}

static Bool about_locks(Thread* t, MpiComm* window, const UWord* arg) {
    switch (arg[0]) {
    case HP_REQ_MPI_LOCKED:
        if (!t->mpi->locks_later)
            hp_mpi_has_locked(t, window, (Int)arg[2], arg[3] != 0);
        break;
    case HP_REQ_MPI_UNLOCKS: hp_mpi_unlocks(t, window, (Int)arg[2]); break;
    default: return False;
    }
    return True;
}

Bool hp_mpi_request(Thread* t, const UWord* arg, UWord* result) {
    if (about_calls(t, arg, result))
        return True;
    const Bool is_outermost = t->mpi != NULL && t->mpi->depth == 1;
    if (!is_outermost || about_handles(arg, result) || about_operations(t, arg, result))
        return True;
    MpiComm* comm = hp_mpi_comm(arg[1]);
    if (comm == NULL)
        return True;
    comm->operation = t->mpi->operation;
    switch (arg[0]) {
    case HP_REQ_MPI_SEND:
        if ((Int)arg[2] >= 0 && (Int)arg[3] >= 0) /* else the call fails */
            sends(t, comm, (Int)arg[2], (Int)arg[3], arg[4]);
        break;
    case HP_REQ_MPI_POST:
        *result = (UWord)posts(t, comm, (Int)arg[2], (Int)arg[3], (HpMpiPost)arg[4]);
        break;
    case HP_REQ_MPI_SPAWNS: *result = hp_mpi_spawns(comm, (HChar*)arg[2], arg[3]); break;
    case HP_REQ_MPI_ARRIVE: *result = (UWord)hp_mpi_arrives(t, comm, arg[2], (Int)arg[3]); break;
    case HP_REQ_MPI_NEIGHBOURS:
        *result = (UWord)hp_mpi_neighbours(t, comm, (const HpMpiNeighbours*)arg[2]);
        break;
    default:
        return about_moves(t, comm, arg, result) || about_locks(t, comm, arg) ||
               about_epochs(t, comm, arg, result);
    }
    return True;
}

void hp_mpi_init(void) {
    g_requests = VG_(HT_construct)("hp.mpi.requests");
    hp_mpi_kept_init();
}
