/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a function of the C library is wrapped.  The wrappers run inside the
 * profiled program, as its own code on the simulated processor.  They keep no
 * state, leave errno and the result as the original made them, and report
 * through the client requests of shared/client_requests.h.
 *
 * Valgrind binds a wrapper to addresses, not to names: a call from inside the
 * C library arrives too.  That is how the C11 functions (mtx_lock, cnd_wait,
 * thrd_join, ...) get here, which call their pthread counterparts; wrapping
 * them as well would report everything twice.
 */
#ifndef HPCMP_PRELOAD_WRAP_H
#define HPCMP_PRELOAD_WRAP_H

#include <features.h>

#include "shared/client_requests.h"

/* Where the thread functions live, Z-encoded.  Up to glibc 2.33 libc.so.6
 * exports stubs of some, which call on into libpthread.so.0. */
#if __GLIBC_PREREQ(2, 34)
#define WRAP_SONAME libcZdsoZd6
#else
#define WRAP_SONAME libpthreadZdsoZd0
#endif

/* The names by which Valgrind finds a wrapper: _vgw, a tag, ZZ for "both parts
 * are Z-encoded", the soname, the function.  Wrappers with the same tag other
 * than 00000 may be chosen between freely when one address has both names. */
#define WRAP_NAME(tag, soname, zfn) WRAP_NAME_(tag, soname, zfn)
#define WRAP_NAME_(tag, soname, zfn) _vgw##tag##ZZ_##soname##_##zfn

#define WRAP_ALIAS(type, fn, params, name)                                                         \
    type name params __attribute__((alias("wrap_" #fn), visibility("default")))

/* Begins the definition of a wrapper.  zfn is fn Z-encoded, that is with Zu for
 * each underscore.  With debug information installed a function's name may
 * carry its version: zfn##ZAZa is "fn@*". */
#define WRAP_TAGGED(tag, type, fn, zfn, params)                                                    \
    static type wrap_##fn params __attribute__((used));                                            \
    WRAP_ALIAS(type, fn, params, WRAP_NAME(tag, WRAP_SONAME, zfn));                                \
    WRAP_ALIAS(type, fn, params, WRAP_NAME(tag, WRAP_SONAME, zfn##ZAZa));                          \
    static type wrap_##fn params

#define WRAP(type, fn, zfn, params) WRAP_TAGGED(00000, type, fn, zfn, params)

/* Reports to the tool. */
#define TELL(request, arg1, arg2, arg3)                                                            \
    VALGRIND_DO_CLIENT_REQUEST_STMT(HP_REQ_##request, (arg1), (arg2), (arg3), 0, 0)

#endif
