/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages in partitions (MPI 4). Each start of such a request is one message, which is sent when
 * the last partition is ready. A receive is matched with a send when both requests are made, once
 * for all their messages and independently of other messages. So the tool treats each pair of
 * requests as a communicator of its own, and the request is the handle of this communicator.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/members.h"
#include "hpcmp/mpi/program/messages.h"
#include "hpcmp/mpi/program/rounds.h"

/* The number that both give to messages from the one to the other with this tag. */
static Word number_of(int sender, int receiver, int tag) {
    const int all[] = {sender, receiver, tag};
    Word number = HP_MPI_FIRST_NUMBER;
    for (int i = 0; i < 3; i++)
        number = hw_mpi_mix_number(number, (unsigned)all[i]);
    return number;
}

/* Between groups the peer is not known, because ranks do not tell which process it is. */
static void tell_persistent(Word comm, Word request, HpMpiPersistent* what) {
    const Word of = hw_mpi_passed_handle(comm);
    const HpMpiComm facts = hw_mpi_facts(of, of);
    if (what->peer == hw_mpi.proc_null || facts.other_size > 0)
        return;
    what->comm = hw_mpi_handle((void*)request);
    hw_mpi_use_comm(of);
    TELL(MPI_COMM_OF_GROUP, what->comm, of, &facts,
         what->is_send ? number_of(facts.rank, what->peer, what->tag)
                       : number_of(what->peer, facts.rank, what->tag));
    TELL(MPI_BEGIN_PERSISTENT, what->comm, what);
}

/* The rest is what is kept of it. */
#define INIT_PARTITIONED(call, ...)                                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        tell_persistent(comm, request, &(HpMpiPersistent){.peer = peer, .tag = tag, __VA_ARGS__});

#define INIT_PARTITIONED_SEND(call)                                                                \
    INIT_PARTITIONED(call, .is_send = 1, .partitions = (unsigned)partitions,                       \
                     .bytes = hw_mpi_bytes((unsigned)partitions * count, type));
#define INIT_PARTITIONED_RECEIVE(call) INIT_PARTITIONED(call, .has_no_status = 1)

static void tell_ready(Word request, int n) {
    const Word handle = hw_mpi_passed_handle(request);
    HpMpiPersistent what;
    if (n > 0 && ASK(MPI_READY, handle, n) && ASK(MPI_FIND_PERSISTENT, handle, &what))
        hw_mpi_send_bytes(what.comm, what.peer, what.tag, what.bytes);
}

#define PARTITIONS_ARE_READY(call, n_ready)                                                        \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    tell_ready(request, n_ready);                                                                  \
    call;

#include "hpcmp/mpi/program/functions.h"
