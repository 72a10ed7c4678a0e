/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of windows.  A call that returns has the lock, in MPICH's device ch4 and in Open MPI, but
 * for one component of the latter.  With MPI_MODE_NOCHECK nobody asks whether it is free.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

enum { EVERYBODY = -1 };

static int waits(Word rank, Word assertion) {
    hp_mpi_know();
    return ((int)assertion & hp_mpi.no_check) == 0 && (int)rank != hp_mpi.proc_null;
}

WRAP_MPI(Win_lock, WinZulock, (Word kind, Word rank, Word assertion, Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const int has_to_wait = waits(rank, assertion);
    TELL_MPI(WAIT, has_to_wait, 0, 0, 0);
    CALL_FN_W_WWWW(result, original, kind, rank, assertion, window);
    if ((int)result == 0 && has_to_wait)
        TELL_MPI(LOCKED, hp_mpi_passed(window), (int)rank, (int)kind == hp_mpi.exclusive, 0);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Win_lock_all, WinZulockZuall, (Word assertion, Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const int has_to_wait = waits(0, assertion);
    TELL_MPI(WAIT, has_to_wait, 0, 0, 0);
    CALL_FN_W_WW(result, original, assertion, window);
    if ((int)result == 0 && has_to_wait)
        TELL_MPI(LOCKED, hp_mpi_passed(window), EVERYBODY, 0, 0);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Win_unlock, WinZuunlock, (Word rank, Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(UNLOCKS, hp_mpi_passed(window), (int)rank, 0, 0);
    CALL_FN_W_WW(result, original, rank, window);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Win_unlock_all, WinZuunlockZuall, (Word window)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(UNLOCKS, hp_mpi_passed(window), EVERYBODY, 0, 0);
    CALL_FN_W_W(result, original, window);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* Open MPI's component for networks without one-sided operations sends for the lock, and returns:
 * the operations behind it wait. */
#define LOCKS_LATER(fn, zfn, n)                                                                    \
    WRAP_AS(Word, fn, PARAMS_##n, WRAP_NAME(00000, mcaZuoscZupt2ptZdso, zfn)) {                    \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(LOCKS_LATER, 0, 0, 0, 0);                                                         \
        CALL_##n;                                                                                  \
        return result;                                                                             \
    }

LOCKS_LATER(ompi_osc_pt2pt_lock, ompiZuoscZupt2ptZulock, 4)
LOCKS_LATER(ompi_osc_pt2pt_lock_all, ompiZuoscZupt2ptZulockZuall, 2)
