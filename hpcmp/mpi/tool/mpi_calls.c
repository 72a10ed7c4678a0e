/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/mpi_calls.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/mpi/tool/handles.h"
#include "hpcmp/mpi/tool/moves.h"
#include "hpcmp/mpi/tool/persistent.h"
#include "hpcmp/mpi/tool/window_locks.h"
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
typedef struct {
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

HP_THREAD_SLOT(MpiCall, call)

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
        hp_mpi_posting_end(call->posting);
    call->posting = NULL;
}

static MpiPosting* posting_of(const Thread* t) {
    if (call_of(t)->posting == NULL)
        call_of(t)->posting = hp_mpi_posting_begin(t);
    return call_of(t)->posting;
}

void hp_mpi_exits(Thread* t) {
    if (call_of(t) == NULL)
        return;
    end_posting(call_of(t));
    hp_mpi_tell_moves(t, &call_of(t)->moves);
}

/* An outermost call that was left by an exception or a longjmp is over: its frame lies
   below. */
void hp_mpi_enter(Thread* t, const HChar* operation, Bool is_one_sided) {
    MpiCall* call = HP_THREAD_DATA(t, call);
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

void hp_mpi_leave(Thread* t) {
    if (call_of(t) == NULL || call_of(t)->depth == 0 || --call_of(t)->depth > 0)
        return;
    end_posting(call_of(t));
    hp_waiting_end(t);
    return_from(t, call_of(t));
}

Bool hp_mpi_is_outermost(const Thread* t) {
    return call_of(t) != NULL && call_of(t)->depth == 1;
}

MpiComm* hp_mpi_called_on(const Thread* t, UWord handle) {
    MpiComm* comm = hp_mpi_is_outermost(t) ? hp_mpi_comm(handle) : NULL;
    if (comm != NULL)
        comm->operation = call_of(t)->operation;
    return comm;
}

void hp_mpi_set_operation(Thread* t, const HChar* operation) {
    call_of(t)->operation = operation;
}

/* Whether the library ends the process, or lets it be killed, is a race. */
void hp_mpi_abort(Thread* t) {
    hp_process_exit(t);
    hp_process_end();
}

/*------------------------------------------------------------*/
/*--- What happens                                          ---*/
/*------------------------------------------------------------*/

void hp_mpi_send(Thread* t, MpiComm* comm, Word to, Word tag, ULong bytes) {
    if (to < 0 || tag < 0) /* the call fails */
        return;
    const MpiChannel which = {False, to, tag};
    MpiObject* channel = hp_mpi_channel(t, comm, which);
    MpiPosting* posting = posting_of(t);
    if (channel->sent_by != NULL && hp_mpi_postings_overlap(channel->sent_by, posting))
        hp_mpi_tell_open(t, channel);
    hp_mpi_drop_posting(channel->sent_by);
    channel->sent_by = hp_mpi_use_posting(posting);
    hp_sync_send(t, hp_mpi_sync_object(t, channel), ++channel->n, bytes);
    call_of(t)->sent = (MpiSent){comm, which, channel->n};
}

MpiOperation* hp_mpi_new_receipt(Thread* t) {
    const MpiSent* sent = &call_of(t)->sent;
    if (sent->comm == NULL)
        return NULL;
    return hp_mpi_new_round_after(sent->comm, hp_mpi_receipts(t, sent->comm, sent->channel),
                                  sent->seq);
}

MpiOperation* hp_mpi_post(Thread* t, MpiComm* comm, Word from, Word tag, HpMpiPost how) {
    MpiOperation* operation = hp_mpi_new_receive(comm, from, tag, posting_of(t));
    operation->is_told_by_post = how == HP_MPI_TAKES_ANY;
    if (how != HP_MPI_TRIES)
        hp_mpi_acknowledge(t, operation->receive);
    return operation;
}

void hp_mpi_begin_wait(Thread* t, const MpiOperation* operation) {
    if (operation != NULL)
        hp_waiting_begin(t);
}

void hp_mpi_begin_call(Thread* t, const MpiOperation* operation) {
    if (operation != NULL && (operation->n_sources > 0 || operation->is_alone))
        hp_waiting_begin(t);
}

void hp_mpi_call_lock_later(Thread* t) {
    if (call_of(t) != NULL)
        call_of(t)->locks_later = True;
}

void hp_mpi_call_lock(Thread* t, MpiComm* window, Word target, Bool is_exclusive) {
    if (!call_of(t)->locks_later)
        hp_mpi_lock(t, window, target, is_exclusive);
}

Bool hp_mpi_call_add_move(Thread* t, MpiComm* window, Word target, ULong to, ULong from) {
    return hp_mpi_add_move(t, &call_of(t)->moves, window, target, to, from);
}

/*------------------------------------------------------------*/
/*--- Requests                                              ---*/
/*------------------------------------------------------------*/

static MpiOperation* take(UWord handle) {
    Request* request = VG_(HT_remove)(g_requests, handle);
    if (request == NULL)
        return NULL;
    MpiOperation* operation = request->operation;
    if (operation->receive != NULL)
        operation->receive->request = 0;
    VG_(free)(request);
    return operation;
}

UWord hp_mpi_take_request(UWord handle) {
    const Request* request = VG_(HT_lookup)(g_requests, handle);
    if (request == NULL)
        return 0;
    const MpiReceive* receive = request->operation->receive;
    return receive != NULL && hp_mpi_is_looked_at(receive) ? HP_MPI_LOOKED_AT : (UWord)take(handle);
}

/* Nobody will ask for the operation any more. A receive goes on, because it is matched all the
   same. NULL: nothing to do. */
static void forget(MpiOperation* operation) {
    if (operation != NULL && operation->receive == NULL)
        hp_mpi_drop_operation(operation);
}

/* If an operation is complete at once, its request may have the same handle as that of another such
   operation. Example: MPICH gives both of two barriers of MPI_COMM_SELF the same one. */
void hp_mpi_set_request(UWord handle, MpiOperation* operation) {
    forget(take(handle));
    Request* request = hp_table_add(g_requests, handle, "hp.mpi.request", sizeof *request);
    request->operation = operation;
    if (operation->receive != NULL) {
        operation->receive->request = handle;
        operation->receive->has_request = True;
    }
}

MpiOperation* hp_mpi_begin_look(const Thread* t, const MpiOperation* operation, UWord n,
                                UWord* request) {
    MpiReceive* open =
        operation->receive == NULL ? NULL : hp_mpi_open_before(operation->receive, n);
    if (open == NULL)
        return NULL;
    hp_mpi_set_looker(open, posting_of(t));
    *request = open->request;
    return open->operation;
}

void hp_mpi_note_status(const MpiOperation* operation, Word from, Word tag) {
    if (operation->receive != NULL && !operation->is_told_by_post)
        hp_mpi_match(operation->receive, from, tag);
}

void hp_mpi_set_made_like(MpiOperation* operation, UWord like, Addr where, SizeT handle_size) {
    const MpiComm* parent = hp_mpi_comm(like);
    if (parent != NULL)
        hp_mpi_set_made(operation, parent, where, handle_size);
}

void hp_mpi_note_cancel(UWord handle) {
    Request* request = VG_(HT_lookup)(g_requests, handle);
    if (request != NULL)
        request->operation->may_be_cancelled = True;
}

void hp_mpi_end_look(const MpiOperation* operation) {
    hp_mpi_set_looker(operation->receive, NULL);
}

void hp_mpi_free_request(UWord handle, MpiOperation* operation) {
    forget(operation);
    hp_mpi_persistent_end(handle);
    hp_mpi_comm_end(handle); /* of a collective operation that is started many times */
}

void hp_mpi_init(void) {
    g_requests = VG_(HT_construct)("hp.mpi.requests");
    hp_mpi_persistent_init();
}
