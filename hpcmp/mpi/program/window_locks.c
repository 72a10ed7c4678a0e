/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of windows. In MPICH's device ch4 and in Open MPI, the calling rank has the lock when the
 * call returns. One component of Open MPI is an exception. With MPI_MODE_NOCHECK, nobody checks
 * whether the lock is free.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/wrapper.h"

enum { EVERYBODY = -1 };

static int asks_for_lock(int assertion) {
    hw_mpi_find_library();
    return (assertion & hw_mpi.no_check) == 0;
}

/* is_asked: a rank is asked for the lock, whether it is free or not. */
#define LOCK_OF(call, is_asked, rank, is_exclusive)                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const int has_to_wait = asks_for_lock(assertion) && (is_asked);                                \
    TELL(MPI_WAIT, has_to_wait);                                                                   \
    call;                                                                                          \
    if (result == 0 && has_to_wait)                                                                \
        TELL(MPI_LOCKED, hw_mpi_passed_handle(window), rank, is_exclusive);

#define LOCK(call) LOCK_OF(call, rank != hw_mpi.proc_null, rank, lock == hw_mpi.exclusive)
#define LOCK_ALL(call) LOCK_OF(call, 1, EVERYBODY, 0)

#define UNLOCK(call, rank)                                                                         \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    TELL(MPI_UNLOCKS, hw_mpi_passed_handle(window), rank);                                         \
    call;

#include "hpcmp/mpi/program/functions.h"

/* Open MPI's component for networks without one-sided operations sends for the lock, and returns:
 * the operations behind it wait. Neither function has more than four parameters. */
#define LOCKS_LATER(fn, zfn)                                                                       \
    WRAP_AS(Word, fn, (Word a, Word b, Word c, Word d),                                            \
            WRAP_NAME(00000, mcaZuoscZupt2ptZdso, zfn)) {                                          \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL(MPI_LOCKS_LATER);                                                                     \
        CALL_FN_W_WWWW(result, original, a, b, c, d);                                              \
        return result;                                                                             \
    }

LOCKS_LATER(ompi_osc_pt2pt_lock, ompiZuoscZupt2ptZulock)
LOCKS_LATER(ompi_osc_pt2pt_lock_all, ompiZuoscZupt2ptZulockZuall)
