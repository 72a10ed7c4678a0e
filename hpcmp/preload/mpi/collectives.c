/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Collective operations: each is a round of its communicator. A rank that has data that others need
 * arrives before the call, and a rank that needs data of others departs when the call is complete.
 * For example, the root of MPI_Bcast arrives, and all other ranks depart.
 */
#include "hpcmp/preload/mpi/calls.h"

/* fn with n parameters, of which comm and root are these. */
#define COLLECTIVE(fn, zfn, n, kind, comm, root)                                                   \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, "MPI_" #fn, 0, 0, 0);                                                      \
        const Operation round = hp_mpi_arrive(comm, kind, root);                                   \
        TELL_MPI(CALL, round, 0, 0, 0);                                                            \
        CALL_##n;                                                                                  \
        hp_mpi_depart(round);                                                                      \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

/* The same for what is waited for by a request. */
#define BEGIN_COLLECTIVE(fn, zfn, n, kind, comm, root, request)                                    \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, "MPI_" #fn, 0, 0, 0);                                                      \
        const Operation round = hp_mpi_arrive(comm, kind, root);                                   \
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
BEGIN_COLLECTIVE(Iscan, Iscan, 7, HP_MPI_FROM_ALL_LOWER, a6, 0, a7)
COLLECTIVE(Exscan, Exscan, 6, HP_MPI_FROM_LOWER, a6, 0)
BEGIN_COLLECTIVE(Iexscan, Iexscan, 7, HP_MPI_FROM_ALL_LOWER, a6, 0, a7)

/* Nobody leaves it before all have come, in both implementations. */
WRAP_MPI(Finalize, Finalize, (void)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, "MPI_Finalize", 0, 0, 0);
    const Operation round = hp_mpi_arrive(hp_mpi_world(), HP_MPI_ALL, 0);
    TELL_MPI(CALL, round, 0, 0, 0);
    CALL_FN_W_v(result, original);
    hp_mpi_depart(round);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
