/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libgomp: parallel regions, also those that consist of one loop or of sections.
 */
#include "hpcmp/openmp/program/gomp/gomp.h"

/* Passed through the library in place of the region's data.  It lives on the
 * stack of the thread that encountered the region, as long as that lasts. */
typedef struct {
    Word reductions; /* what GOMP_parallel_reductions looks for in the data */
    Body body;
    void* data;
    Word team;
} Region;

/* Called by the library in each thread of the team. */
static void run(void* argument) {
    const Region* region = argument;
    TELL(OMP_IMPLICIT_BEGIN, region->team, 0);
    region->body(region->data);
    TELL(OMP_IMPLICIT_END);
}

/* call is the CALL_FN_ macro for as many arguments as the function has, `first`
 * what is expected as the first word of its data; the rest are the arguments
 * from the third on. */
#define REGION(tag, fn, zfn, call, first, params, ...)                                             \
    GOMP_TAGGED(tag, Word, fn, zfn, params) {                                                      \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word team = ASK(OMP_PARALLEL_BEGIN, body);                                           \
        if (team == 0) {                                                                           \
            call(result, original, body, data, __VA_ARGS__);                                       \
            return result;                                                                         \
        }                                                                                          \
        const Region region = {first, body, data, team};                                           \
        call(result, original, run, &region, __VA_ARGS__);                                         \
        TELL(OMP_PARALLEL_END, team);                                                              \
        return result;                                                                             \
    }

#define PARAMS_4 (Body body, void* data, Word c, Word d)
#define PARAMS_5 (Body body, void* data, Word c, Word d, Word e)
#define PARAMS_7 (Body body, void* data, Word c, Word d, Word e, Word f, Word g)
#define PARAMS_8 (Body body, void* data, Word c, Word d, Word e, Word f, Word g, Word h)

REGION(00000, GOMP_parallel, GOMPZuparallel, CALL_FN_W_WWWW, 0, PARAMS_4, c, d)
REGION(00000, GOMP_parallel_reductions, GOMPZuparallelZureductions, CALL_FN_W_WWWW,
       *(const Word*)data, PARAMS_4, c, d)
REGION(00000, GOMP_parallel_sections, GOMPZuparallelZusections, CALL_FN_W_5W, 0, PARAMS_5, c, d, e)

/* start, end, increment and, but for `runtime`, the chunk's size.  Some of them
 * are one function under several names. */
#define LOOP(tag, fn, zfn) REGION(tag, fn, zfn, CALL_FN_W_8W, 0, PARAMS_8, c, d, e, f, g, h)
#define LOOP_RUNTIME(tag, fn, zfn) REGION(tag, fn, zfn, CALL_FN_W_7W, 0, PARAMS_7, c, d, e, f, g)

LOOP(00000, GOMP_parallel_loop_static, GOMPZuparallelZuloopZustatic)
LOOP(20010, GOMP_parallel_loop_dynamic, GOMPZuparallelZuloopZudynamic)
LOOP(20010, GOMP_parallel_loop_nonmonotonic_dynamic, GOMPZuparallelZuloopZunonmonotonicZudynamic)
LOOP(20020, GOMP_parallel_loop_guided, GOMPZuparallelZuloopZuguided)
LOOP(20020, GOMP_parallel_loop_nonmonotonic_guided, GOMPZuparallelZuloopZunonmonotonicZuguided)
LOOP_RUNTIME(20030, GOMP_parallel_loop_runtime, GOMPZuparallelZuloopZuruntime)
LOOP_RUNTIME(20030, GOMP_parallel_loop_nonmonotonic_runtime,
             GOMPZuparallelZuloopZunonmonotonicZuruntime)
LOOP_RUNTIME(20030, GOMP_parallel_loop_maybe_nonmonotonic_runtime,
             GOMPZuparallelZuloopZumaybeZunonmonotonicZuruntime)
