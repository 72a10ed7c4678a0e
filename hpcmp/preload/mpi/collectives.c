/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Collective operations: each is a round of its communicator.  Who has what others need
 * arrives before the call, and who needs what others have departs when it is complete.
 * Making a communicator is one, too.
 */
#include "hpcmp/preload/mpi/mpi.h"

static Operation arrive(Word comm, HpMpiRound kind, Word root) {
    const Word of = hp_mpi_passed(comm);
    hp_mpi_use(of);
    return ASK_MPI(ARRIVE, of, kind, (int)root, 0);
}

static void depart(Operation round) {
    if (round != 0)
        TELL_MPI(COMPLETED, round, 0, 0, 0);
}

/* As functions have them; the last of some is the request. */
#define PARAMS_1 (Word a1)
#define PARAMS_2 (Word a1, Word a2)
#define PARAMS_3 (Word a1, Word a2, Word a3)
#define PARAMS_4 (Word a1, Word a2, Word a3, Word a4)
#define PARAMS_5 (Word a1, Word a2, Word a3, Word a4, Word a5)
#define PARAMS_6 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6)
#define PARAMS_7 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7)
#define PARAMS_8 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8)
#define PARAMS_9 (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9)
#define PARAMS_10                                                                                  \
    (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6, Word a7, Word a8, Word a9, Word a10)
#define CALL_1 CALL_FN_W_W(result, original, a1)
#define CALL_2 CALL_FN_W_WW(result, original, a1, a2)
#define CALL_3 CALL_FN_W_WWW(result, original, a1, a2, a3)
#define CALL_4 CALL_FN_W_WWWW(result, original, a1, a2, a3, a4)
#define CALL_5 CALL_FN_W_5W(result, original, a1, a2, a3, a4, a5)
#define CALL_6 CALL_FN_W_6W(result, original, a1, a2, a3, a4, a5, a6)
#define CALL_7 CALL_FN_W_7W(result, original, a1, a2, a3, a4, a5, a6, a7)
#define CALL_8 CALL_FN_W_8W(result, original, a1, a2, a3, a4, a5, a6, a7, a8)
#define CALL_9 CALL_FN_W_9W(result, original, a1, a2, a3, a4, a5, a6, a7, a8, a9)
#define CALL_10 CALL_FN_W_10W(result, original, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)

/* fn with n parameters, of which comm and root are these. */
#define COLLECTIVE(fn, zfn, n, kind, comm, root)                                                   \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = arrive(comm, kind, root);                                          \
        TELL_MPI(CALL, round, 0, 0, 0);                                                            \
        CALL_##n;                                                                                  \
        depart(round);                                                                             \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

/* The same for what is waited for by a request. */
#define BEGIN_COLLECTIVE(fn, zfn, n, kind, comm, root, request)                                    \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = arrive(comm, kind, root);                                          \
        CALL_##n;                                                                                  \
        hp_mpi_begun(result, request, round);                                                      \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

COLLECTIVE(Barrier, Barrier, 1, HP_MPI_ALL, a1, 0)
BEGIN_COLLECTIVE(Ibarrier, Ibarrier, 2, HP_MPI_ALL, a1, 0, a2)
COLLECTIVE(Allreduce, Allreduce, 6, HP_MPI_ALL, a6, 0)
BEGIN_COLLECTIVE(Iallreduce, Iallreduce, 7, HP_MPI_ALL, a6, 0, a7)
COLLECTIVE(Allgather, Allgather, 7, HP_MPI_ALL, a7, 0)
BEGIN_COLLECTIVE(Iallgather, Iallgather, 8, HP_MPI_ALL, a7, 0, a8)
COLLECTIVE(Allgatherv, Allgatherv, 8, HP_MPI_ALL, a8, 0)
BEGIN_COLLECTIVE(Iallgatherv, Iallgatherv, 9, HP_MPI_ALL, a8, 0, a9)
COLLECTIVE(Alltoall, Alltoall, 7, HP_MPI_ALL, a7, 0)
BEGIN_COLLECTIVE(Ialltoall, Ialltoall, 8, HP_MPI_ALL, a7, 0, a8)
COLLECTIVE(Alltoallv, Alltoallv, 9, HP_MPI_ALL, a9, 0)
BEGIN_COLLECTIVE(Ialltoallv, Ialltoallv, 10, HP_MPI_ALL, a9, 0, a10)
COLLECTIVE(Alltoallw, Alltoallw, 9, HP_MPI_ALL, a9, 0)
BEGIN_COLLECTIVE(Ialltoallw, Ialltoallw, 10, HP_MPI_ALL, a9, 0, a10)
COLLECTIVE(Reduce_scatter, ReduceZuscatter, 6, HP_MPI_ALL, a6, 0)
BEGIN_COLLECTIVE(Ireduce_scatter, IreduceZuscatter, 7, HP_MPI_ALL, a6, 0, a7)
COLLECTIVE(Reduce_scatter_block, ReduceZuscatterZublock, 6, HP_MPI_ALL, a6, 0)
BEGIN_COLLECTIVE(Ireduce_scatter_block, IreduceZuscatterZublock, 7, HP_MPI_ALL, a6, 0, a7)
COLLECTIVE(Bcast, Bcast, 5, HP_MPI_FROM_ROOT, a5, a4)
BEGIN_COLLECTIVE(Ibcast, Ibcast, 6, HP_MPI_FROM_ROOT, a5, a4, a6)
COLLECTIVE(Scatter, Scatter, 8, HP_MPI_FROM_ROOT, a8, a7)
BEGIN_COLLECTIVE(Iscatter, Iscatter, 9, HP_MPI_FROM_ROOT, a8, a7, a9)
COLLECTIVE(Scatterv, Scatterv, 9, HP_MPI_FROM_ROOT, a9, a8)
BEGIN_COLLECTIVE(Iscatterv, Iscatterv, 10, HP_MPI_FROM_ROOT, a9, a8, a10)
COLLECTIVE(Reduce, Reduce, 7, HP_MPI_TO_ROOT, a7, a6)
BEGIN_COLLECTIVE(Ireduce, Ireduce, 8, HP_MPI_TO_ROOT, a7, a6, a8)
COLLECTIVE(Gather, Gather, 8, HP_MPI_TO_ROOT, a8, a7)
BEGIN_COLLECTIVE(Igather, Igather, 9, HP_MPI_TO_ROOT, a8, a7, a9)
COLLECTIVE(Gatherv, Gatherv, 9, HP_MPI_TO_ROOT, a9, a8)
BEGIN_COLLECTIVE(Igatherv, Igatherv, 10, HP_MPI_TO_ROOT, a9, a8, a10)
COLLECTIVE(Scan, Scan, 6, HP_MPI_FROM_LOWER, a6, 0)
/* When a rank of these has what the next one needs, its call does not tell. */
BEGIN_COLLECTIVE(Iscan, Iscan, 7, HP_MPI_NOBODY, a6, 0, a7)
COLLECTIVE(Exscan, Exscan, 6, HP_MPI_FROM_LOWER, a6, 0)
BEGIN_COLLECTIVE(Iexscan, Iexscan, 7, HP_MPI_NOBODY, a6, 0, a7)

/* Makes a communicator, the last parameter, out of the first. */
#define MAKES_COMM(fn, zfn, n, made)                                                               \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Operation round = arrive(a1, HP_MPI_ALL, 0);                                         \
        TELL_MPI(WAIT, round, 0, 0, 0);                                                            \
        CALL_##n;                                                                                  \
        depart(round);                                                                             \
        if ((int)result == 0 && round != 0)                                                        \
            hp_mpi_made(hp_mpi_passed(a1), (void*)made);                                           \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

MAKES_COMM(Comm_dup, CommZudup, 2, a2)
MAKES_COMM(Comm_dup_with_info, CommZudupZuwithZuinfo, 3, a3)
MAKES_COMM(Comm_split, CommZusplit, 4, a4)
MAKES_COMM(Comm_split_type, CommZusplitZutype, 5, a5)
MAKES_COMM(Comm_create, CommZucreate, 3, a3)
MAKES_COMM(Cart_create, CartZucreate, 6, a6)
MAKES_COMM(Cart_sub, CartZusub, 3, a3)
MAKES_COMM(Graph_create, GraphZucreate, 6, a6)
MAKES_COMM(Dist_graph_create, DistZugraphZucreate, 9, a9)
MAKES_COMM(Dist_graph_create_adjacent, DistZugraphZucreateZuadjacent, 10, a10)

WRAP_MPI(Comm_free, CommZufree, (Word comm)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(COMM_ENDS, hp_mpi_handle((void*)comm), 0, 0, 0);
    CALL_FN_W_W(result, original, comm);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* Nobody leaves it before all have come, in both implementations. */
WRAP_MPI(Finalize, Finalize, (void)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation round = arrive(hp_mpi_world(), HP_MPI_ALL, 0);
    TELL_MPI(WAIT, round, 0, 0, 0);
    CALL_FN_W_v(result, original);
    depart(round);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
