/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of the C library is wrapped. The wrappers run inside the profiled program, like
 * its own code on the simulated processor. They keep no state. They leave errno and the result as
 * the original function has set them. They report through the client requests of
 * shared/client_requests.def.
 *
 * Valgrind binds a wrapper to addresses, not to names. So calls from inside the C library arrive at
 * the wrappers, too. For example, the C11 functions (mtx_lock, cnd_wait, thrd_join, ...) call their
 * pthread counterparts, which are wrapped. Wrapping the C11 functions as well would report
 * everything twice.
 */
#ifndef HPCMP_PRELOAD_WRAP_H
#define HPCMP_PRELOAD_WRAP_H

#include <features.h>

#include "hpcmp/preload/tell.h"

/* The library that contains the functions for threads, Z-encoded. Up to glibc 2.33, libc.so.6 also
 * exports stubs of some of them, which call the functions in libpthread.so.0. */
#if __GLIBC_PREREQ(2, 34)
#define WRAP_SONAME libcZdsoZd6
#else
#define WRAP_SONAME libpthreadZdsoZd0
#endif

/* The soname for a function that is in the program itself, because its library was linked
   statically. */
#define WRAP_PROGRAM NONE

/* A name by which Valgrind finds a wrapper: _vgw, a tag, ZZ for "both parts are Z-encoded", the
 * soname, the function. zfn is the function's name, Z-encoded, which means with Zu for each
 * underscore. If two wrappers fit one address, and have the same tag other than 00000, Valgrind may
 * choose either of them. */
#define WRAP_NAME(tag, soname, zfn) WRAP_NAME_(tag, soname, zfn)
#define WRAP_NAME_(tag, soname, zfn) _vgw##tag##ZZ_##soname##_##zfn

/* Both forms of such a name. If debug information is installed, a function's name may also contain
 * its version, which the pattern "fn@*" covers. */
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

/* Begins the definition of a wrapper of fn, which has one to three names. */
#define WRAP_AS(type, fn, params, ...)                                                             \
    static type wrap_##fn params __attribute__((used));                                            \
    WRAP_ALIASES(type, fn, params, __VA_ARGS__);                                                   \
    static type wrap_##fn params

/* The same for a function of the C library. */
#define WRAP(type, fn, zfn, params) WRAP_AS(type, fn, params, WRAP_NAMES(00000, WRAP_SONAME, zfn))

/* A whole wrapper of a function of the C library that returns 0 if it succeeds. call: the call of
 * `original`, which sets `result`. The rest is a request with its arguments. The wrapper sends the
 * request after a call that has succeeded. */
#define WRAP_CALL_TELL(fn, zfn, params, call, ...)                                                 \
    WRAP(int, fn, zfn, params) {                                                                   \
        OrigFn original;                                                                           \
        int result;                                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        call;                                                                                      \
        if (result == 0)                                                                           \
            TELL(__VA_ARGS__);                                                                     \
        return result;                                                                             \
    }

/* The same, but the wrapper sends the request before the call. */
#define WRAP_TELL_CALL(fn, zfn, params, call, ...)                                                 \
    WRAP(int, fn, zfn, params) {                                                                   \
        OrigFn original;                                                                           \
        int result;                                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL(__VA_ARGS__);                                                                         \
        call;                                                                                      \
        return result;                                                                             \
    }

#endif
