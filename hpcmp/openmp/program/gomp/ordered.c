/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libgomp: ordered regions, and ordered iterations (doacross).
 */
#include <stdarg.h>

#include "hpcmp/openmp/program/gomp/gomp.h"
#include "hpcmp/preload/many_words.h"

/* The beginning of a loop, in each thread.  call is the CALL_FN_ macro for as many
 * arguments as the function has. */
#define LOOP(fn, zfn, call, n_counts, counts, params, ...)                                         \
    GOMP_ASK_TELL_RESULT(Word, fn, zfn, params,                                                    \
                         (OMP_ORDERED_LOOP, n_counts, (const void*)(counts)),                      \
                         call(result, original, __VA_ARGS__), (OMP_LEAVE))

#define PARAMS_4 (Word a, Word b, Word c, Word d)
#define PARAMS_5 (Word a, Word b, Word c, Word d, Word e)
#define PARAMS_6 (Word a, Word b, Word c, Word d, Word e, Word f)
#define PARAMS_7 (Word a, Word b, Word c, Word d, Word e, Word f, Word g)
#define PARAMS_8 (Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h)
#define PARAMS_9 (Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i)
#define PARAMS_10 (Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j)

/* A loop with ordered regions; of its arguments none matters here. */
#define ORDERED_5(fn, zfn) LOOP(fn, zfn, CALL_FN_W_5W, 0, 0, PARAMS_5, a, b, c, d, e)
#define ORDERED_6(fn, zfn) LOOP(fn, zfn, CALL_FN_W_6W, 0, 0, PARAMS_6, a, b, c, d, e, f)
#define ORDERED_7(fn, zfn) LOOP(fn, zfn, CALL_FN_W_7W, 0, 0, PARAMS_7, a, b, c, d, e, f, g)

ORDERED_6(GOMP_loop_ordered_static_start, GOMPZuloopZuorderedZustaticZustart)
ORDERED_6(GOMP_loop_ordered_dynamic_start, GOMPZuloopZuorderedZudynamicZustart)
ORDERED_6(GOMP_loop_ordered_guided_start, GOMPZuloopZuorderedZuguidedZustart)
ORDERED_5(GOMP_loop_ordered_runtime_start, GOMPZuloopZuorderedZuruntimeZustart)
LOOP(GOMP_loop_ordered_start, GOMPZuloopZuorderedZustart, CALL_FN_W_9W, 0, 0, PARAMS_9, a, b, c, d,
     e, f, g, h, i)
ORDERED_7(GOMP_loop_ull_ordered_static_start, GOMPZuloopZuullZuorderedZustaticZustart)
ORDERED_7(GOMP_loop_ull_ordered_dynamic_start, GOMPZuloopZuullZuorderedZudynamicZustart)
ORDERED_7(GOMP_loop_ull_ordered_guided_start, GOMPZuloopZuullZuorderedZuguidedZustart)
ORDERED_6(GOMP_loop_ull_ordered_runtime_start, GOMPZuloopZuullZuorderedZuruntimeZustart)
LOOP(GOMP_loop_ull_ordered_start, GOMPZuloopZuullZuorderedZustart, CALL_FN_W_10W, 0, 0, PARAMS_10,
     a, b, c, d, e, f, g, h, i, j)

/* With ordered iterations: their numbers in each of the nested loops come first. */
#define DOACROSS_4(fn, zfn) LOOP(fn, zfn, CALL_FN_W_WWWW, (unsigned)a, b, PARAMS_4, a, b, c, d)
#define DOACROSS_5(fn, zfn) LOOP(fn, zfn, CALL_FN_W_5W, (unsigned)a, b, PARAMS_5, a, b, c, d, e)
#define DOACROSS_8(fn, zfn)                                                                        \
    LOOP(fn, zfn, CALL_FN_W_8W, (unsigned)a, b, PARAMS_8, a, b, c, d, e, f, g, h)

DOACROSS_5(GOMP_loop_doacross_static_start, GOMPZuloopZudoacrossZustaticZustart)
DOACROSS_5(GOMP_loop_doacross_dynamic_start, GOMPZuloopZudoacrossZudynamicZustart)
DOACROSS_5(GOMP_loop_doacross_guided_start, GOMPZuloopZudoacrossZuguidedZustart)
DOACROSS_4(GOMP_loop_doacross_runtime_start, GOMPZuloopZudoacrossZuruntimeZustart)
DOACROSS_8(GOMP_loop_doacross_start, GOMPZuloopZudoacrossZustart)
DOACROSS_5(GOMP_loop_ull_doacross_static_start, GOMPZuloopZuullZudoacrossZustaticZustart)
DOACROSS_5(GOMP_loop_ull_doacross_dynamic_start, GOMPZuloopZuullZudoacrossZudynamicZustart)
DOACROSS_5(GOMP_loop_ull_doacross_guided_start, GOMPZuloopZuullZudoacrossZuguidedZustart)
DOACROSS_4(GOMP_loop_ull_doacross_runtime_start, GOMPZuloopZuullZudoacrossZuruntimeZustart)
DOACROSS_8(GOMP_loop_ull_doacross_start, GOMPZuloopZuullZudoacrossZustart)

/* The next share of the loop.  The library waits for the thread's turn here with
 * the function that begins an ordered region, whether there was one or not. */
#define NEXT(fn, zfn)                                                                              \
    GOMP_ASK_TELL_RESULT(Word, fn, zfn, (Word * start, Word * end), (OMP_CALL),                    \
                         CALL_FN_W_WW(result, original, start, end), (OMP_LEAVE))

NEXT(GOMP_loop_ordered_static_next, GOMPZuloopZuorderedZustaticZunext)
NEXT(GOMP_loop_ordered_dynamic_next, GOMPZuloopZuorderedZudynamicZunext)
NEXT(GOMP_loop_ordered_guided_next, GOMPZuloopZuorderedZuguidedZunext)
NEXT(GOMP_loop_ordered_runtime_next, GOMPZuloopZuorderedZuruntimeZunext)
NEXT(GOMP_loop_ull_ordered_static_next, GOMPZuloopZuullZuorderedZustaticZunext)
NEXT(GOMP_loop_ull_ordered_dynamic_next, GOMPZuloopZuullZuorderedZudynamicZunext)
NEXT(GOMP_loop_ull_ordered_guided_next, GOMPZuloopZuullZuorderedZuguidedZunext)
NEXT(GOMP_loop_ull_ordered_runtime_next, GOMPZuloopZuullZuorderedZuruntimeZunext)

GOMP_ASK_TELL(GOMP_ordered_start, GOMPZuorderedZustart, (void), (OMP_ORDERED_WAIT),
              CALL_FN_v_v(original), (OMP_ORDERED_BEGIN))
GOMP_ASK_TELL(GOMP_ordered_end, GOMPZuorderedZuend, (void), (OMP_ORDERED_END),
              CALL_FN_v_v(original), (OMP_LEAVE))

#define POST(fn, zfn)                                                                              \
    GOMP_ASK_TELL(fn, zfn, (const Word* iteration), (OMP_DOACROSS_POST, iteration),                \
                  CALL_FN_v_W(original, iteration), (OMP_LEAVE))

enum { N_IN_REGISTERS = 6 };

/* The function takes as many numbers as there are nested loops.  If the tool does
 * not know of any, the library does not either and looks at none. */
#define WAIT(fn, zfn)                                                                              \
    GOMP(void, fn, zfn, (Word first, ...)) {                                                       \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word n = ASK(OMP_DOACROSS_WAIT);                                                     \
        const Word n_passed = n > N_IN_REGISTERS ? n : N_IN_REGISTERS;                             \
        Word iteration[n_passed];                                                                  \
        va_list rest;                                                                              \
        va_start(rest, first);                                                                     \
        iteration[0] = first;                                                                      \
        for (Word i = 1; i < n_passed; i++)                                                        \
            iteration[i] = va_arg(rest, Word);                                                     \
        va_end(rest);                                                                              \
        hw_call_with_words(original.nraddr, n_passed, iteration);                                  \
        if (n > 0)                                                                                 \
            TELL(OMP_DOACROSS_WAITED, iteration);                                                  \
    }

POST(GOMP_doacross_post, GOMPZudoacrossZupost)
POST(GOMP_doacross_ull_post, GOMPZudoacrossZuullZupost)
WAIT(GOMP_doacross_wait, GOMPZudoacrossZuwait)
WAIT(GOMP_doacross_ull_wait, GOMPZudoacrossZuullZuwait)
