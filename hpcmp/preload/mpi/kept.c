/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations that are made once and started again and again.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

/* Keeps the operation that a call has made. A send's size is kept in bytes, because its type may be
 * given up before it is started. */
static void keep(Word request, const HpMpiKept* kept) {
    TELL_MPI(KEEP, hp_mpi_handle((void*)request), kept, 0, 0);
}

#define KEPT_SEND(fn, zfn, n_items, of_mode)                                                       \
    WRAP_MPI_COUNTED(                                                                              \
        fn, zfn,                                                                                   \
        (Word bytes, Word count, Word type, Word peer, Word tag, Word comm, Word request)) {       \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        CALL_FN_W_7W(result, original, bytes, count, type, peer, tag, comm, request);              \
        if ((int)result == 0)                                                                      \
            keep(request, &(HpMpiKept){.is_send = 1,                                               \
                                       .comm = comm,                                               \
                                       .peer = (int)peer,                                          \
                                       .tag = (int)tag,                                            \
                                       .mode = of_mode,                                            \
                                       .bytes = hp_mpi_bytes(n_items, type)});                     \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

KEPT_SEND(Send_init, SendZuinit, (int)count, HP_MPI_STANDARD)
KEPT_SEND(Send_init_c, SendZuinitZuc, count, HP_MPI_STANDARD)
KEPT_SEND(Bsend_init, BsendZuinit, (int)count, HP_MPI_BUFFERED)
KEPT_SEND(Bsend_init_c, BsendZuinitZuc, count, HP_MPI_BUFFERED)
KEPT_SEND(Ssend_init, SsendZuinit, (int)count, HP_MPI_SYNCHRONOUS)
KEPT_SEND(Ssend_init_c, SsendZuinitZuc, count, HP_MPI_SYNCHRONOUS)
KEPT_SEND(Rsend_init, RsendZuinit, (int)count, HP_MPI_BUFFERED)
KEPT_SEND(Rsend_init_c, RsendZuinitZuc, count, HP_MPI_BUFFERED)

WRAP_MPI(Recv_init, RecvZuinit,
         (Word bytes, Word count, Word type, Word peer, Word tag, Word comm, Word request)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    CALL_FN_W_7W(result, original, bytes, count, type, peer, tag, comm, request);
    if ((int)result == 0)
        keep(request, &(HpMpiKept){.comm = comm, .peer = (int)peer, .tag = (int)tag});
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* All ranks make them in the same order, but may start them in another: each is, to the tool, a
 * communicator of its own, with a round each time, and the request for its handle. */
static void keep_round(Word comm, Word request, const HpMpiKept* kept) {
    const Word of = hp_mpi_passed(comm);
    hp_mpi_depart(hp_mpi_arrive(comm, HP_MPI_NOBODY, 0));
    const HpMpiComm facts = hp_mpi_facts(of, of);
    TELL_MPI(COMM_BEGINS, hp_mpi_handle((void*)request), of, &facts, 0);
    keep(request, kept);
}

/* Open MPI 4 has them as extensions. */
#define WRAP_KEPT(fn, zfn, params)                                                                 \
    WRAP_AS(Word, fn, params, WRAP_NAME(00000, libmpiZaZdsoZa, PMPIZu##zfn),                       \
            WRAP_NAME(00000, libmpiZaZdsoZa, PMPIZu##zfn##Zuc),                                    \
            WRAP_NAME(00000, libmpiZaZdsoZa, PMPIXZu##zfn))

#define KEPT_COLLECTIVE(fn, zfn, n, of_kind, comm, root, request)                                  \
    KEPT_ROUND(fn, zfn, n, comm, request,                                                          \
               (&(HpMpiKept){                                                                      \
                   .operation = "MPI_" #fn, .is_round = 1, .kind = of_kind, .peer = (int)(root)}))
#define KEPT_EXCHANGE(fn, zfn, n, comm, request)                                                   \
    KEPT_ROUND(fn, zfn, n, comm, request,                                                          \
               (&(HpMpiKept){.is_exchange = 1, .who = hp_mpi_neighbours(comm)}))
#define KEPT_ROUND(fn, zfn, n, comm, request, kept)                                                \
    WRAP_KEPT(fn, zfn, PARAMS_##n) {                                                               \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        CALL_##n;                                                                                  \
        if ((int)result == 0)                                                                      \
            keep_round(comm, request, kept);                                                       \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

KEPT_COLLECTIVE(Barrier_init, BarrierZuinit, 3, HP_MPI_ALL, a1, 0, a3)
KEPT_COLLECTIVE(Allreduce_init, AllreduceZuinit, 8, HP_MPI_ALL, a6, 0, a8)
KEPT_COLLECTIVE(Allgather_init, AllgatherZuinit, 9, HP_MPI_ALL, a7, 0, a9)
KEPT_COLLECTIVE(Allgatherv_init, AllgathervZuinit, 10, HP_MPI_ALL, a8, 0, a10)
KEPT_COLLECTIVE(Alltoall_init, AlltoallZuinit, 9, HP_MPI_ALL, a7, 0, a9)
KEPT_COLLECTIVE(Alltoallv_init, AlltoallvZuinit, 11, HP_MPI_ALL, a9, 0, a11)
KEPT_COLLECTIVE(Alltoallw_init, AlltoallwZuinit, 11, HP_MPI_ALL, a9, 0, a11)
KEPT_COLLECTIVE(Reduce_scatter_init, ReduceZuscatterZuinit, 8, HP_MPI_ALL, a6, 0, a8)
KEPT_COLLECTIVE(Reduce_scatter_block_init, ReduceZuscatterZublockZuinit, 8, HP_MPI_ALL, a6, 0, a8)
KEPT_COLLECTIVE(Bcast_init, BcastZuinit, 7, HP_MPI_FROM_ROOT, a5, a4, a7)
KEPT_COLLECTIVE(Scatter_init, ScatterZuinit, 10, HP_MPI_FROM_ROOT, a8, a7, a10)
KEPT_COLLECTIVE(Scatterv_init, ScattervZuinit, 11, HP_MPI_FROM_ROOT, a9, a8, a11)
KEPT_COLLECTIVE(Reduce_init, ReduceZuinit, 9, HP_MPI_TO_ROOT, a7, a6, a9)
KEPT_COLLECTIVE(Gather_init, GatherZuinit, 10, HP_MPI_TO_ROOT, a8, a7, a10)
KEPT_COLLECTIVE(Gatherv_init, GathervZuinit, 11, HP_MPI_TO_ROOT, a9, a8, a11)

KEPT_COLLECTIVE(Scan_init, ScanZuinit, 8, HP_MPI_FROM_ALL_LOWER, a6, 0, a8)
KEPT_COLLECTIVE(Exscan_init, ExscanZuinit, 8, HP_MPI_FROM_ALL_LOWER, a6, 0, a8)
KEPT_EXCHANGE(Neighbor_allgather_init, NeighborZuallgatherZuinit, 9, a7, a9)
KEPT_EXCHANGE(Neighbor_allgatherv_init, NeighborZuallgathervZuinit, 10, a8, a10)
KEPT_EXCHANGE(Neighbor_alltoall_init, NeighborZualltoallZuinit, 9, a7, a9)
KEPT_EXCHANGE(Neighbor_alltoallv_init, NeighborZualltoallvZuinit, 11, a9, a11)
KEPT_EXCHANGE(Neighbor_alltoallw_init, NeighborZualltoallwZuinit, 11, a9, a11)

/* Whether it is held back can be told when it has been started. */
static Operation begin_send(const HpMpiKept* kept) {
    if (kept->partitions > 0 || kept->peer == hp_mpi.proc_null)
        return 0;
    hp_mpi_send_bytes(kept->comm, (Word)kept->peer, (Word)kept->tag, (Word)kept->bytes);
    return hp_mpi_may_be_held_back(kept->mode, (Word)kept->bytes) ? hp_mpi_receipt() : 0;
}

static Operation begin(Word request, const HpMpiKept* kept) {
    TELL_MPI(OPERATION, kept->operation, 0, 0, 0);
    if (kept->is_send)
        return begin_send(kept);
    if (kept->is_round)
        return hp_mpi_arrive(request, kept->kind, (Word)kept->peer);
    if (kept->is_exchange)
        return ASK_MPI(NEIGHBOURS, request, &kept->who, 0, 0);
    return hp_mpi_post(kept->comm, (Word)kept->peer, (Word)kept->tag,
                       kept->has_no_status ? HP_MPI_TAKES_ANY : HP_MPI_TAKES);
}

static void starts(const void* request) {
    const Word handle = hp_mpi_handle(request);
    HpMpiKept kept;
    if (!ASK_MPI(KEPT, handle, &kept, 0, 0))
        return;
    const Operation begun = begin(handle, &kept);
    if (begun != 0)
        TELL_MPI(REQUEST, handle, begun, 0, 0);
}

/* A send that is not held back acquires no receipt. */
static void has_started(const void* request) {
    const Word handle = hp_mpi_handle(request);
    HpMpiKept kept;
    if (!ASK_MPI(KEPT, handle, &kept, 0, 0) || !kept.is_send || kept.partitions > 0 ||
        !hp_mpi_may_be_held_back(kept.mode, (Word)kept.bytes) ||
        hp_mpi_is_held_back(kept.mode, (Word)kept.bytes, request))
        return;
    const Operation receipt = ASK_MPI(TAKE, handle, 0, 0, 0);
    if (receipt != 0)
        TELL_MPI(CANCELLED, receipt, 0, 0, 0);
}

static void start_all(int n, const char* requests, void (*what)(const void* request)) {
    for (int i = 0; i < n; i++)
        what(requests + (unsigned)i * hp_mpi_handle_size());
}

WRAP_MPI(Start, Start, (Word request)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    starts((void*)request);
    CALL_FN_W_W(result, original, request);
    has_started((void*)request);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Startall, Startall, (int n, Word requests)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    start_all(n, (const char*)requests, starts);
    CALL_FN_W_WW(result, original, n, requests);
    start_all(n, (const char*)requests, has_started);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
