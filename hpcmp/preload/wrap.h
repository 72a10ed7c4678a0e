/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of the C library is wrapped.  The wrappers run inside the
 * profiled program, as its own code on the simulated processor.  They keep no
 * state, leave errno and the result as the original made them, and report
 * through the client requests of shared/client_requests.def.
 *
 * Valgrind binds a wrapper to addresses, not to names: a call from inside the
 * C library arrives too.  That is how the C11 functions (mtx_lock, cnd_wait,
 * thrd_join, ...) get here, which call their pthread counterparts; wrapping
 * them as well would report everything twice.
 */
#ifndef HPCMP_PRELOAD_WRAP_H
#define HPCMP_PRELOAD_WRAP_H

#include <features.h>

#include "hpcmp/preload/tell.h"

/* Where the thread functions live, Z-encoded.  Up to glibc 2.33 libc.so.6
 * exports stubs of some, which call on into libpthread.so.0. */
#if __GLIBC_PREREQ(2, 34)
#define WRAP_SONAME libcZdsoZd6
#else
#define WRAP_SONAME libpthreadZdsoZd0
#endif

/* The same function in the program itself, which is linked with all of a library. */
#define WRAP_PROGRAM NONE

/* A name by which Valgrind finds a wrapper: _vgw, a tag, ZZ for "both parts
 * are Z-encoded", the soname, the function.  zfn is the function's name Z-encoded, that
 * is with Zu for each underscore.  Wrappers with the same tag other
 * than 00000 may be chosen between freely when one address has both names. */
#define WRAP_NAME(tag, soname, zfn) WRAP_NAME_(tag, soname, zfn)
#define WRAP_NAME_(tag, soname, zfn) _vgw##tag##ZZ_##soname##_##zfn

/* Both forms of it: with debug information installed a function's name may carry its
 * version, which is "fn@*". */
#define WRAP_NAMES(tag, soname, zfn) WRAP_NAME(tag, soname, zfn), WRAP_NAME(tag, soname, zfn##ZAZa)

#define WRAP_ALIAS(type, fn, params, name)                                                         \
    type name params __attribute__((alias("wrap_" #fn), visibility("default")))
#define WRAP_ALIASES_1(type, fn, params, a) WRAP_ALIAS(type, fn, params, a)
#define WRAP_ALIASES_2(type, fn, params, a, b)                                                     \
    WRAP_ALIAS(type, fn, params, a);                                                               \
    WRAP_ALIASES_1(type, fn, params, b)
#define WRAP_ALIASES_3(type, fn, params, a, b, c)                                                  \
    WRAP_ALIAS(type, fn, params, a);                                                               \
    WRAP_ALIASES_2(type, fn, params, b, c)
#define WRAP_COUNTED(a, b, c, n, ...) n
#define WRAP_ALIASES(type, fn, params, ...)                                                        \
    WRAP_COUNTED(__VA_ARGS__, WRAP_ALIASES_3, WRAP_ALIASES_2, WRAP_ALIASES_1, )                    \
    (type, fn, params, __VA_ARGS__)

/* Begins the definition of the wrapper that stands for fn under one to three names. */
#define WRAP_AS(type, fn, params, ...)                                                             \
    static type wrap_##fn params __attribute__((used));                                            \
    WRAP_ALIASES(type, fn, params, __VA_ARGS__);                                                   \
    static type wrap_##fn params

/* The same for a function of the C library. */
#define WRAP(type, fn, zfn, params) WRAP_AS(type, fn, params, WRAP_NAMES(00000, WRAP_SONAME, zfn))

#endif
