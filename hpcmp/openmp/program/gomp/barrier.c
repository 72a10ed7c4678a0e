/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libgomp: barriers, constructs with a barrier at their end, and `single` with copyprivate. Loops
 * and sections without a barrier at their end order nothing.
 */
#include <stdbool.h>

#include "hpcmp/openmp/program/gomp/gomp.h"

#define BARRIER(fn, zfn)                                                                           \
    GOMP_ASK_TELL(fn, zfn, (void), (OMP_BARRIER_ARRIVE), CALL_FN_v_v(original),                    \
                  (OMP_BARRIER_DEPART, false))

/* In regions with `cancel`: returns whether the region was cancelled. */
#define BARRIER_CANCEL(fn, zfn)                                                                    \
    GOMP_ASK_TELL_RESULT(bool, fn, zfn, (void), (OMP_BARRIER_ARRIVE),                              \
                         CALL_FN_W_v(result, original), (OMP_BARRIER_DEPART, (bool)result))

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
GOMP_ASK_TELL_RESULT(void*, GOMP_single_copy_start, GOMPZusingleZucopyZustart, (void),
                     (OMP_SINGLE_COPY), CALL_FN_W_v(result, original),
                     (OMP_SINGLE_COPIED, result != 0))
GOMP_ASK_TELL(GOMP_single_copy_end, GOMPZusingleZucopyZuend, (void* copy), (OMP_SINGLE_PUBLISH),
              CALL_FN_v_W(original, copy), (OMP_LEAVE))
