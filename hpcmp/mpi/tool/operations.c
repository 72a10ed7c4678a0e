/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/operations.h"

#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

MpiOperation* hp_mpi_new_round(MpiComm* comm, UWord n_sources) {
    MpiOperation* of =
        VG_(calloc)("hp.mpi.operation", 1, sizeof(MpiOperation) + n_sources * sizeof(MpiSource));
    of->comm = comm;
    comm->n_users++;
    of->n_sources = n_sources;
    return of;
}

MpiOperation* hp_mpi_new_round_after(MpiComm* comm, MpiObject* object, ULong seq) {
    MpiOperation* of = hp_mpi_new_round(comm, 1);
    of->sources[0] = (MpiSource){object, seq};
    return of;
}

MpiOperation* hp_mpi_new_receive(MpiComm* comm, Word from, Word tag, MpiPosting* posting) {
    MpiOperation* of = hp_mpi_new_round(comm, 1);
    of->receive = hp_mpi_post_receive(comm, from, tag, posting);
    of->receive->operation = of;
    return of;
}

void hp_mpi_set_made(MpiOperation* of, const MpiComm* like, Addr handle_at, SizeT handle_size) {
    of->made = (MpiMade){.name = hp_mpi_name_of_made(like, &like->facts),
                         .facts = like->facts,
                         .at = handle_at,
                         .handle_size = handle_size};
}

static void tell_passage(Thread* t, const HChar* what, const MpiOperation* of) {
    HChar text[64];
    VG_(sprintf)(text, "%s%lu %llu", what, of->all->address, of->round);
    hp_trace_info(t, text);
}

void hp_mpi_tell_arrival(Thread* t, MpiOperation* of, MpiComm* comm) {
    of->all = hp_mpi_node(t, comm, (MpiNode){HP_MPI_ALL, 0, False});
    of->round = comm->n_rounds;
    tell_passage(t, TRACE_INFO_ARRIVES, of);
}

static void end(MpiOperation* of) {
    hp_mpi_drop_comm(of->comm);
    VG_(free)(of->made.name);
    VG_(free)(of);
}

void hp_mpi_drop_operation(MpiOperation* of) {
    if (of->receive != NULL)
        hp_mpi_drop_receive(of->receive);
    end(of);
}

void hp_mpi_end_operation(Thread* t, MpiOperation* of, Word from, Word tag) {
    if (of->receive != NULL && of->is_told_by_post) {
        from = of->receive->from;
        tag = of->receive->tag;
    }
    if (of->receive != NULL && (from < 0 || tag < 0)) { /* nobody knows what */
        hp_mpi_drop_operation(of);
        return;
    }
    if (of->receive != NULL)
        of->sources[0].object = hp_mpi_take_message(t, of->receive, from, tag, &of->sources[0].seq);
    for (UWord i = 0; i < of->n_sources; i++)
        hp_sync_acquire(t, hp_mpi_sync_object(t, of->sources[i].object), of->sources[i].seq, NULL);
    if (of->released != 0)
        hp_sync_release(t, hp_mpi_sync_object(t, of->sources[0].object), of->released, NULL);
    if (of->all != NULL)
        tell_passage(t, TRACE_INFO_DEPARTS, of);
    end(of);
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
