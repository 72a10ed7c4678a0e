/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations that are made once and started again and again.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/members.h"
#include "hpcmp/mpi/program/messages.h"
#include "hpcmp/mpi/program/neighbours.h"
#include "hpcmp/mpi/program/rounds.h"

/* Keeps the operation that a call has made. */
static void keep(Word request, const HpMpiKept* kept) {
    TELL(MPI_KEEP, hp_mpi_handle((void*)request), kept);
}

/* The rest is what is kept of the message beside its peer, tag and communicator. */
#define KEEP_MESSAGE(call, ...)                                                                    \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        keep(request, &(HpMpiKept){.comm = comm, .peer = peer, .tag = tag, __VA_ARGS__});

/* Its size is kept in bytes, because its type may be given up before it is started. */
#define KEEP_SEND(call, of_mode)                                                                   \
    KEEP_MESSAGE(call, .is_send = 1, .mode = HP_MPI_##of_mode, .bytes = hp_mpi_bytes(items, type))
#define KEEP_RECEIVE(call) KEEP_MESSAGE(call, .is_send = 0)

/* All ranks make them in the same order, but may start them in another: each is, to the tool, a
 * communicator of its own, with a round each time, and the request for its handle. */
static void keep_round(Word comm, Word request, const HpMpiKept* kept) {
    const Word of = hp_mpi_passed(comm);
    hp_mpi_depart(hp_mpi_arrive(comm, HP_MPI_NOBODY, 0));
    const HpMpiComm facts = hp_mpi_facts(of, of);
    TELL(MPI_COMM_BEGINS, hp_mpi_handle((void*)request), of, &facts);
    keep(request, kept);
}

#define KEEP_ROUND(call, ...)                                                                      \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        keep_round(comm, request, &(HpMpiKept){__VA_ARGS__});

#define KEEP_COLLECTIVE(call, order, root)                                                         \
    KEEP_ROUND(call, .operation = name, .is_round = 1, .kind = HP_MPI_##order, .peer = (root))
#define KEEP_EXCHANGE(call) KEEP_ROUND(call, .is_exchange = 1, .who = hp_mpi_neighbours(comm))

/* Whether it is held back can be told when it has been started. */
static Operation begin_send(const HpMpiKept* kept) {
    if (kept->partitions > 0 || kept->peer == hp_mpi.proc_null)
        return 0;
    hp_mpi_send_bytes(kept->comm, kept->peer, kept->tag, kept->bytes);
    return hp_mpi_may_be_held_back(kept->mode, kept->bytes) ? hp_mpi_receipt() : 0;
}

static Operation begin(Word request, const HpMpiKept* kept) {
    TELL(MPI_OPERATION, kept->operation);
    if (kept->is_send)
        return begin_send(kept);
    if (kept->is_round)
        return hp_mpi_arrive(request, kept->kind, kept->peer);
    if (kept->is_exchange)
        return ASK(MPI_NEIGHBOURS, request, &kept->who);
    return hp_mpi_post(kept->comm, kept->peer, kept->tag,
                       kept->has_no_status ? HP_MPI_TAKES_ANY : HP_MPI_TAKES);
}

static void starts(const void* request) {
    const Word handle = hp_mpi_handle(request);
    HpMpiKept kept;
    if (!ASK(MPI_KEPT, handle, &kept))
        return;
    const Operation begun = begin(handle, &kept);
    if (begun != 0)
        TELL(MPI_REQUEST, handle, begun);
}

/* A send that is not held back acquires no receipt. */
static void has_started(const void* request) {
    const Word handle = hp_mpi_handle(request);
    HpMpiKept kept;
    if (!ASK(MPI_KEPT, handle, &kept) || !kept.is_send || kept.partitions > 0 ||
        !hp_mpi_may_be_held_back(kept.mode, kept.bytes) ||
        hp_mpi_is_held_back(kept.mode, kept.bytes, request))
        return;
    const Operation receipt = ASK(MPI_TAKE, handle);
    if (receipt != 0)
        TELL(MPI_CANCELLED, receipt);
}

static void start_all(int n, const char* requests, void (*what)(const void* request)) {
    for (int i = 0; i < n; i++)
        what(requests + (unsigned)i * hp_mpi_handle_size());
}

#define START(call)                                                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    starts((void*)request);                                                                        \
    call;                                                                                          \
    has_started((void*)request);

#define START_ALL(call)                                                                            \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    start_all(n, (const char*)requests, starts);                                                   \
    call;                                                                                          \
    start_all(n, (const char*)requests, has_started);

#include "hpcmp/mpi/program/functions.h"
