/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/operations.h"

#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

MpiOperation* hp_mpi_new_round(MpiComm* comm, UWord n_sources) {
    MpiOperation* operation =
        VG_(calloc)("hp.mpi.operation", 1, sizeof(MpiOperation) + n_sources * sizeof(MpiSource));
    operation->comm = comm;
    comm->n_users++;
    operation->n_sources = n_sources;
    return operation;
}

MpiOperation* hp_mpi_new_round_after(MpiComm* comm, MpiObject* object, ULong seq) {
    MpiOperation* operation = hp_mpi_new_round(comm, 1);
    operation->sources[0] = (MpiSource){object, seq};
    return operation;
}

MpiOperation* hp_mpi_new_receive(MpiComm* comm, Word from, Word tag, MpiPosting* posting) {
    MpiOperation* operation = hp_mpi_new_round(comm, 1);
    operation->receive = hp_mpi_post_receive(comm, from, tag, posting);
    operation->receive->operation = operation;
    return operation;
}

void hp_mpi_set_made(MpiOperation* operation, const MpiComm* like, Addr handle_at,
                     SizeT handle_size) {
    operation->made = (MpiMade){.name = hp_mpi_name_of_made(like, &like->facts),
                                .facts = like->facts,
                                .at = handle_at,
                                .handle_size = handle_size};
}

static void tell_passage(Thread* t, const HChar* what, const MpiOperation* operation) {
    HChar text[64];
    VG_(sprintf)(text, "%s%lu %llu", what, operation->all->address, operation->round);
    hp_trace_info(t, text);
}

void hp_mpi_tell_arrival(Thread* t, MpiOperation* operation, MpiComm* comm) {
    operation->all = hp_mpi_node(t, comm, (MpiNode){HP_MPI_ALL, 0, False});
    operation->round = comm->n_rounds;
    tell_passage(t, TRACE_INFO_ARRIVES, operation);
}

static void end(MpiOperation* operation) {
    hp_mpi_drop_comm(operation->comm);
    VG_(free)(operation->made.name);
    VG_(free)(operation);
}

void hp_mpi_drop_operation(MpiOperation* operation) {
    if (operation->receive != NULL)
        hp_mpi_drop_receive(operation->receive);
    end(operation);
}

void hp_mpi_end_operation(Thread* t, MpiOperation* operation, Word from, Word tag) {
    if (operation->receive != NULL && operation->is_told_by_post) {
        from = operation->receive->from;
        tag = operation->receive->tag;
    }
    if (operation->receive != NULL && (from < 0 || tag < 0)) { /* nobody knows what */
        hp_mpi_drop_operation(operation);
        return;
    }
    if (operation->receive != NULL)
        operation->sources[0].object =
            hp_mpi_take_message(t, operation->receive, from, tag, &operation->sources[0].seq);
    for (UWord i = 0; i < operation->n_sources; i++)
        hp_sync_acquire(t, hp_mpi_sync_object(t, operation->sources[i].object),
                        operation->sources[i].seq, NULL);
    if (operation->released != 0)
        hp_sync_release(t, hp_mpi_sync_object(t, operation->sources[0].object), operation->released,
                        NULL);
    if (operation->all != NULL)
        tell_passage(t, TRACE_INFO_DEPARTS, operation);
    end(operation);
}

/*------------------------------------------------------------*/
/*--- The end of a communicator                             ---*/
/*------------------------------------------------------------*/

static void free_object(void* at) {
    MpiObject* object = at;
    if (object->receipts != NULL)
        free_object(object->receipts);
    SyncObj* known = hp_sync_find(object->address);
    if (known != NULL)
        hp_sync_discard(known);
    hp_mpi_drop_posting(object->sent_by);
    VG_(free)(object);
}

static void free_locks(const MpiLocks* locks) {
    SyncObj* known = locks->address == 0 ? NULL : hp_sync_find(locks->address);
    if (known != NULL)
        hp_sync_discard(known);
    if (locks->held != NULL)
        VG_(deleteXA)(locks->held);
}

/* All receives that are left have taken their messages: a pending one is an operation. */
static void free_comm(MpiComm* comm) {
    while (VG_(sizeXA)(comm->posted) > 0)
        hp_mpi_drop_receive(*(MpiReceive**)VG_(indexXA)(comm->posted, 0));
    VG_(deleteXA)(comm->posted);
    VG_(HT_destruct)(comm->objects, free_object);
    VG_(HT_destruct)(comm->made, VG_(free));
    free_locks(&comm->locks);
    VG_(free)(comm->ranks_in_world);
    VG_(free)(comm->name);
    VG_(free)(comm);
}

void hp_mpi_drop_comm(MpiComm* comm) {
    if (--comm->n_users == 0)
        free_comm(comm);
}
