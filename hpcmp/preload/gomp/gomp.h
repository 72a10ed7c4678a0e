/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of GCC's OpenMP runtime is wrapped.  What each of them does is
 * in "The libgomp ABI", a chapter of GCC's manual of libgomp, and seen from
 * outside in what GCC compiles OpenMP's constructs to.
 *
 * The library calls exported functions of its own, too, which arrive here as well.
 * So a wrapper asks first whether this thread is inside already.  What it calls in
 * turn, a region's or a task's body, goes through a function of ours that says that
 * the thread is in the program's code again.
 */
#ifndef HPCMP_PRELOAD_GOMP_H
#define HPCMP_PRELOAD_GOMP_H

#include "hpcmp/preload/wrap.h"

/* A library, or part of a program that is linked with all of it: that has no
 * soname. */
#define GOMP_SONAME libgompZdsoZd1
#define GOMP_PROGRAM NONE

/* As WRAP_TAGGED of wrap.h. */
#define GOMP_TAGGED(tag, type, fn, zfn, params)                                                    \
    static type wrap_##fn params __attribute__((used));                                            \
    WRAP_ALIAS(type, fn, params, WRAP_NAME(tag, GOMP_SONAME, zfn));                                \
    WRAP_ALIAS(type, fn, params, WRAP_NAME(tag, GOMP_SONAME, zfn##ZAZa));                          \
    WRAP_ALIAS(type, fn, params, WRAP_NAME(tag, GOMP_PROGRAM, zfn));                               \
    static type wrap_##fn params

#define GOMP(type, fn, zfn, params) GOMP_TAGGED(00000, type, fn, zfn, params)

/* Any argument or result that is passed in an integer register. */
typedef unsigned long Word;

/* The code of a region or a task, outlined by the compiler. */
typedef void (*Body)(void*);

/* Asks the tool; the answer outside of Valgrind would be 0. */
#define ASK(request, arg1, arg2, arg3)                                                             \
    VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_REQ_##request, (arg1), (arg2), (arg3), 0, 0)

#endif
