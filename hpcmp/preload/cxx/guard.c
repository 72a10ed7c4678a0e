/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions that the compiler calls for a C++ function's static variables: Itanium C++ ABI, 3.3.3.
 * A program calls them only as long as the variable is not initialised.
 */
#include <stdint.h>

#include "hpcmp/posix/program/once.h"

/* In a shared libstdc++ or libc++abi, and linked into the program. */
#define WRAP_GUARD(type, fn, zfn, params)                                                          \
    WRAP_AS(type, fn, params, WRAP_NAME(00000, libstdcZpZpZa, zfn),                                \
            WRAP_NAME(00000, LIBCXX_SONAME, zfn), WRAP_NAME(00000, WRAP_PROGRAM, zfn))

/* Both libraries have something in the guard's second byte while a thread is in
 * the initialiser. */
static int is_running(const int64_t* guard) {
    return ((const volatile uint8_t*)guard)[1] != 0;
}

WRAP_GUARD(int, __cxa_guard_acquire, ZuZucxaZuguardZuacquire, (int64_t * guard)) {
    OrigFn original;
    int must_initialise;
    VALGRIND_GET_ORIG_FN(original);
    TELL(ONCE_BEGIN, guard, 0, is_running(guard));
    must_initialise = hw_call_once(original.nraddr, (unsigned long)guard, 0, 0, 0);
    if (must_initialise)
        TELL(ONCE_GUARD_TAKEN, guard);
    else
        TELL(ONCE_END, guard);
    return must_initialise;
}

#define END_INITIALISER(fn, zfn)                                                                   \
    WRAP_GUARD(void, fn, zfn, (int64_t * guard)) {                                                 \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL(ONCE_GUARD_RELEASED, guard);                                                          \
        CALL_FN_v_W(original, guard);                                                              \
        TELL(ONCE_END, guard);                                                                     \
    }

END_INITIALISER(__cxa_guard_release, ZuZucxaZuguardZurelease)
END_INITIALISER(__cxa_guard_abort, ZuZucxaZuguardZuabort)
