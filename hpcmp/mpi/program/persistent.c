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
static void tell_persistent(Word request, const HpMpiPersistent* what) {
    TELL(MPI_BEGIN_PERSISTENT, hw_mpi_handle((void*)request), what);
}

/* The rest is what is kept of the message beside its peer, tag and communicator. */
#define INIT_MESSAGE(call, ...)                                                                    \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        tell_persistent(request,                                                                   \
                        &(HpMpiPersistent){.comm = comm, .peer = peer, .tag = tag, __VA_ARGS__});

/* Its size is kept in bytes, because its type may be given up before it is started. */
#define INIT_SEND(call, of_mode)                                                                   \
    INIT_MESSAGE(call, .is_send = 1, .mode = HP_MPI_##of_mode, .bytes = hw_mpi_bytes(items, type))
#define INIT_RECEIVE(call) INIT_MESSAGE(call, .is_send = 0)

/* All ranks make them in the same order, but may start them in another: each is, to the tool, a
 * communicator of its own, with a round each time, and the request for its handle. */
static void tell_persistent_round(Word comm, Word request, const HpMpiPersistent* what) {
    const Word of = hw_mpi_passed_handle(comm);
    hw_mpi_depart(hw_mpi_arrive(comm, HP_MPI_NOBODY, 0));
    const HpMpiComm facts = hw_mpi_facts(of, of);
    TELL(MPI_COMM_BEGINS, hw_mpi_handle((void*)request), of, &facts);
    tell_persistent(request, what);
}

#define INIT_ROUND(call, ...)                                                                      \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        tell_persistent_round(comm, request, &(HpMpiPersistent){__VA_ARGS__});

#define INIT_COLLECTIVE(call, order, root)                                                         \
    INIT_ROUND(call, .operation = name, .is_round = 1, .kind = HP_MPI_##order, .peer = (root))
#define INIT_EXCHANGE(call) INIT_ROUND(call, .is_exchange = 1, .who = hw_mpi_neighbours(comm))

/* Whether it is held back can be told when it has been started. */
static Operation begin_send(const HpMpiPersistent* what) {
    if (what->partitions > 0 || what->peer == hw_mpi.proc_null)
        return 0;
    hw_mpi_send_bytes(what->comm, what->peer, what->tag, what->bytes);
    return hw_mpi_may_be_held_back(what->mode, what->bytes) ? hw_mpi_receipt() : 0;
}

static Operation begin(Word request, const HpMpiPersistent* what) {
    TELL(MPI_OPERATION, what->operation);
    if (what->is_send)
        return begin_send(what);
    if (what->is_round)
        return hw_mpi_arrive(request, what->kind, what->peer);
    if (what->is_exchange)
        return ASK(MPI_NEIGHBOURS, request, &what->who);
    return hw_mpi_post(what->comm, what->peer, what->tag,
                       what->has_no_status ? HP_MPI_TAKES_ANY : HP_MPI_TAKES);
}

static void before_start(const void* request) {
    const Word handle = hw_mpi_handle(request);
    HpMpiPersistent what;
    if (!ASK(MPI_FIND_PERSISTENT, handle, &what))
        return;
    const Operation begun = begin(handle, &what);
    if (begun != 0)
        TELL(MPI_REQUEST, handle, begun);
}

/* A send that is not held back acquires no receipt. */
static void after_start(const void* request) {
    const Word handle = hw_mpi_handle(request);
    HpMpiPersistent what;
    if (!ASK(MPI_FIND_PERSISTENT, handle, &what) || !what.is_send || what.partitions > 0 ||
        !hw_mpi_may_be_held_back(what.mode, what.bytes) ||
        hw_mpi_is_held_back(what.mode, what.bytes, request))
        return;
    const Operation receipt = ASK(MPI_TAKE, handle);
    if (receipt != 0)
        TELL(MPI_CANCELLED, receipt);
}

static void start_all(int n, const char* requests, void (*what)(const void* request)) {
    for (int i = 0; i < n; i++)
        what(requests + (unsigned)i * hw_mpi_handle_size());
}

#define START(call)                                                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    before_start((void*)request);                                                                  \
    call;                                                                                          \
    after_start((void*)request);

#define START_ALL(call)                                                                            \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    start_all(n, (const char*)requests, before_start);                                             \
    call;                                                                                          \
    start_all(n, (const char*)requests, after_start);

#include "hpcmp/mpi/program/functions.h"
