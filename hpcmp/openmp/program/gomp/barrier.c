/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libgomp: barriers, constructs with a barrier at their end, and `single` with copyprivate. Loops
 * and sections without a barrier at their end order nothing.
 */
#include <stdbool.h>
#include <stddef.h>

#include "hpcmp/openmp/program/gomp/gomp.h"

#define BARRIER(fn, zfn)                                                                           \
    GOMP(void, fn, zfn, (void)) {                                                                  \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word arrives = ASK(OMP_BARRIER_ARRIVE);                                              \
        CALL_FN_v_v(original);                                                                     \
        if (arrives)                                                                               \
            TELL(OMP_BARRIER_DEPART, false);                                                       \
    }

/* In regions with `cancel`: returns whether the region was cancelled. */
#define BARRIER_CANCEL(fn, zfn)                                                                    \
    GOMP(bool, fn, zfn, (void)) {                                                                  \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word arrives = ASK(OMP_BARRIER_ARRIVE);                                              \
        CALL_FN_W_v(result, original);                                                             \
        if (arrives)                                                                               \
            TELL(OMP_BARRIER_DEPART, (bool)result);                                                \
        return (bool)result;                                                                       \
    }

BARRIER(GOMP_barrier, GOMPZubarrier)
BARRIER(GOMP_loop_end, GOMPZuloopZuend)
BARRIER(GOMP_sections_end, GOMPZusectionsZuend)
BARRIER_CANCEL(GOMP_barrier_cancel, GOMPZubarrierZucancel)
BARRIER_CANCEL(GOMP_loop_end_cancel, GOMPZuloopZuendZucancel)
BARRIER_CANCEL(GOMP_sections_end_cancel, GOMPZusectionsZuendZucancel)

/* The end of a construct with task reductions: a barrier unless cancelled. */
GOMP(void, GOMP_workshare_task_reduction_unregister, GOMPZuworkshareZutaskZureductionZuunregister,
     (bool cancelled)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    const Word arrives = cancelled ? 0 : ASK(OMP_BARRIER_ARRIVE);
    CALL_FN_v_W(original, cancelled);
    if (arrives)
        TELL(OMP_BARRIER_DEPART, false);
}

/* NULL: this thread executes the region. */
GOMP(void*, GOMP_single_copy_start, GOMPZusingleZucopyZustart, (void)) {
    OrigFn original;
    void* copy;
    VALGRIND_GET_ORIG_FN(original);
    const Word begins = ASK(OMP_SINGLE_COPY);
    CALL_FN_W_v(copy, original);
    if (begins)
        TELL(OMP_SINGLE_COPIED, copy != NULL);
    return copy;
}

GOMP(void, GOMP_single_copy_end, GOMPZusingleZucopyZuend, (void* copy)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    const Word publishes = ASK(OMP_SINGLE_PUBLISH);
    CALL_FN_v_W(original, copy);
    if (publishes)
        TELL(OMP_LEAVE);
}
