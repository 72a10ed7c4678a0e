/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages in partitions (MPI 4): one each time that they are started, which is sent when the last
 * partition is ready. A receive is matched with a send when both are made, once for all, beside
 * other messages. So each pair is, to the tool, a communicator of its own, and the request is its
 * handle.
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
        number = hp_mpi_number_with(number, (unsigned)all[i]);
    return number;
}

/* Between groups the peer is not known, because ranks do not tell which process it is. */
static void keep(Word comm, Word request, HpMpiKept* kept) {
    const Word of = hp_mpi_passed(comm);
    const HpMpiComm facts = hp_mpi_facts(of, of);
    if (kept->peer == hp_mpi.proc_null || facts.other_size > 0)
        return;
    kept->comm = hp_mpi_handle((void*)request);
    hp_mpi_use(of);
    TELL(MPI_COMM_OF_GROUP, kept->comm, of, &facts,
         kept->is_send ? number_of(facts.rank, kept->peer, kept->tag)
                       : number_of(kept->peer, facts.rank, kept->tag));
    TELL(MPI_KEEP, kept->comm, kept);
}

/* The rest is what is kept of it. */
#define KEEP_PARTITIONED(call, ...)                                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        keep(comm, request, &(HpMpiKept){.peer = peer, .tag = tag, __VA_ARGS__});

#define KEEP_PARTITIONED_SEND(call)                                                                \
    KEEP_PARTITIONED(call, .is_send = 1, .partitions = (unsigned)partitions,                       \
                     .bytes = hp_mpi_bytes((unsigned)partitions * count, type));
#define KEEP_PARTITIONED_RECEIVE(call) KEEP_PARTITIONED(call, .has_no_status = 1)

static void are_ready(Word request, int n) {
    const Word handle = hp_mpi_passed(request);
    HpMpiKept kept;
    if (n > 0 && ASK(MPI_READY, handle, n) && ASK(MPI_KEPT, handle, &kept))
        hp_mpi_send_bytes(kept.comm, kept.peer, kept.tag, kept.bytes);
}

#define PARTITIONS_ARE_READY(call, n_ready)                                                        \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    are_ready(request, n_ready);                                                                   \
    call;

#include "hpcmp/mpi/program/functions.h"
