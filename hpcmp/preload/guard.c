/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the compiler calls for a C++ function's static variables: Itanium C++
 * ABI, 3.3.3.  A program calls it only as long as it does not find the variable
 * initialised.
 */
#include <stdint.h>

#include "call.h"

/* In a shared libstdc++, and linked into the program. */
#define WRAP_GUARD(type, fn, zfn, params)                                     \
   static type wrap_##fn params __attribute__((used));                        \
   WRAP_ALIAS(type, fn, params, WRAP_NAME(00000, libstdcZpZpZa, zfn));        \
   WRAP_ALIAS(type, fn, params, WRAP_NAME(00000, NONE, zfn));                 \
   static type wrap_##fn params

/* libstdc++ keeps its state in the guard's first 32 bits; a thread is in the
 * initialiser while this one is set. */
enum { GUARD_PENDING = 1 << 8 };

WRAP_GUARD(int, __cxa_guard_acquire, ZuZucxaZuguardZuacquire, (int64_t * guard))
{
   OrigFn original;
   int must_initialise;
   VALGRIND_GET_ORIG_FN(original);
   if (*(const volatile int32_t*)guard & GUARD_PENDING)
      TELL(WAIT_BEGIN, 0, 0, 0);
   must_initialise = CALL_TO_WAIT(original, guard, 0, 0, 0);
   if (must_initialise)
      TELL(ONCE_INITIALISER_BEGINS, guard, 0, 0);
   else
      TELL(ONCE_INITIALISED, guard, 0, 0);
   return must_initialise;
}

WRAP_GUARD(void, __cxa_guard_release, ZuZucxaZuguardZurelease, (int64_t * guard))
{
   OrigFn original;
   VALGRIND_GET_ORIG_FN(original);
   TELL(ONCE_INITIALISER_ENDS, guard, 0, 0);
   CALL_FN_v_W(original, guard);
}

WRAP_GUARD(void, __cxa_guard_abort, ZuZucxaZuguardZuabort, (int64_t * guard))
{
   OrigFn original;
   VALGRIND_GET_ORIG_FN(original);
   TELL(ONCE_INITIALISER_ENDS, guard, 0, 0);
   CALL_FN_v_W(original, guard);
}
