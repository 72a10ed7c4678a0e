/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of GCC's OpenMP runtime is wrapped. "The libgomp ABI", a chapter of GCC's manual
 * of libgomp, says what each of them does. The code to which GCC compiles OpenMP's constructs shows
 * it from outside.
 *
 * The library calls exported functions of its own, too, which arrive here as well. So a wrapper
 * asks first whether this thread is inside already. The library calls the body of a region or a
 * task through a function of ours, which says that the thread is in the program's code again.
 */
#ifndef HPCMP_PRELOAD_GOMP_H
#define HPCMP_PRELOAD_GOMP_H

#include "hpcmp/preload/wrap.h"

#define GOMP_SONAME libgompZdsoZd1

/* In the library, or part of a program that is linked with all of it. */
#define GOMP_TAGGED(tag, type, fn, zfn, params)                                                    \
    WRAP_AS(type, fn, params, WRAP_NAMES(tag, GOMP_SONAME, zfn), WRAP_NAME(tag, WRAP_PROGRAM, zfn))
#define GOMP(type, fn, zfn, params) GOMP_TAGGED(00000, type, fn, zfn, params)

/* The code of a region or a task, outlined by the compiler. */
typedef void (*Body)(void*);

#endif
