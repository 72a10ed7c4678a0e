/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of GCC's OpenMP runtime is wrapped. "The libgomp ABI", a chapter of GCC's manual
 * of libgomp, says what each of these functions does. The code that GCC makes from OpenMP's
 * constructs shows how they are called.
 *
 * The library also calls its own exported functions, and these calls arrive at the wrappers, too.
 * So a wrapper first asks whether the thread is already inside the library. The library calls the
 * body of a region or a task through a function of ours, which tells the tool that the thread is in
 * the program's code again.
 */
#ifndef HPCMP_PRELOAD_GOMP_H
#define HPCMP_PRELOAD_GOMP_H

#include "hpcmp/preload/wrap.h"

#define GOMP_SONAME libgompZdsoZd1

/* The function is in the library, or in a program that libgomp is linked into statically. */
#define GOMP_TAGGED(tag, type, fn, zfn, params)                                                    \
    WRAP_AS(type, fn, params, WRAP_NAMES(tag, GOMP_SONAME, zfn), WRAP_NAME(tag, WRAP_PROGRAM, zfn))
#define GOMP(type, fn, zfn, params) GOMP_TAGGED(00000, type, fn, zfn, params)

/* A whole wrapper. ask, tell: a request with its arguments, in parentheses. The wrapper asks before
 * the call of `original`, and tells after the call if the answer was not 0. */
#define GOMP_ASK_TELL(fn, zfn, params, ask, call, tell)                                            \
    GOMP(void, fn, zfn, params) {                                                                  \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word answer = ASK ask;                                                               \
        call;                                                                                      \
        if (answer)                                                                                \
            TELL tell;                                                                             \
    }

/* The same with a result, which the call sets. */
#define GOMP_ASK_TELL_RESULT(type, fn, zfn, params, ask, call, tell)                               \
    GOMP(type, fn, zfn, params) {                                                                  \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word answer = ASK ask;                                                               \
        call;                                                                                      \
        if (answer)                                                                                \
            TELL tell;                                                                             \
        return (type)result;                                                                       \
    }

/* The code of a region or a task, outlined by the compiler. */
typedef void (*Body)(void*);

#endif
