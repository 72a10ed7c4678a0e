/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reader/writer locks.
 */
#include <pthread.h>

#include "wrap.h"

enum { READER, WRITER };

WRAP(int, pthread_rwlock_init, pthreadZurwlockZuinit,
     (pthread_rwlock_t * lock, const pthread_rwlockattr_t* attr))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   CALL_FN_W_WW(result, original, lock, attr);
   if (result == 0)
      TELL(OBJECT_INIT, HP_PRIM_RWLOCK, lock, 0);
   return result;
}

WRAP(int, pthread_rwlock_destroy, pthreadZurwlockZudestroy,
     (pthread_rwlock_t * lock))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   CALL_FN_W_W(result, original, lock);
   if (result == 0)
      TELL(OBJECT_DESTROY, HP_PRIM_RWLOCK, lock, 0);
   return result;
}

WRAP(int, pthread_rwlock_unlock, pthreadZurwlockZuunlock,
     (pthread_rwlock_t * lock))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(RWLOCK_RELEASE, lock, 0, 0);
   CALL_FN_W_W(result, original, lock);
   return result;
}

/* The two modes come in the same four forms. */

#define WRAP_LOCK(fn, zfn, mode)                                              \
   WRAP(int, fn, zfn, (pthread_rwlock_t * lock))                              \
   {                                                                          \
      OrigFn original;                                                        \
      int result;                                                             \
      VALGRIND_GET_ORIG_FN(original);                                         \
      CALL_FN_W_W(result, original, lock);                                    \
      if (result == 0)                                                        \
         TELL(RWLOCK_ACQUIRED, lock, mode, 0);                                \
      return result;                                                          \
   }

#define WRAP_TIMEDLOCK(fn, zfn, mode)                                         \
   WRAP(int, fn, zfn, (pthread_rwlock_t * lock, const struct timespec* until)) \
   {                                                                          \
      OrigFn original;                                                        \
      int result;                                                             \
      VALGRIND_GET_ORIG_FN(original);                                         \
      CALL_FN_W_WW(result, original, lock, until);                            \
      if (result == 0)                                                        \
         TELL(RWLOCK_ACQUIRED, lock, mode, 0);                                \
      return result;                                                          \
   }

#define WRAP_CLOCKLOCK(fn, zfn, mode)                                         \
   WRAP(int, fn, zfn,                                                         \
        (pthread_rwlock_t * lock, clockid_t clock,                            \
         const struct timespec* until))                                       \
   {                                                                          \
      OrigFn original;                                                        \
      int result;                                                             \
      VALGRIND_GET_ORIG_FN(original);                                         \
      CALL_FN_W_WWW(result, original, lock, clock, until);                    \
      if (result == 0)                                                        \
         TELL(RWLOCK_ACQUIRED, lock, mode, 0);                                \
      return result;                                                          \
   }

WRAP_LOCK(pthread_rwlock_rdlock, pthreadZurwlockZurdlock, READER)
WRAP_LOCK(pthread_rwlock_tryrdlock, pthreadZurwlockZutryrdlock, READER)
WRAP_TIMEDLOCK(pthread_rwlock_timedrdlock, pthreadZurwlockZutimedrdlock, READER)
WRAP_CLOCKLOCK(pthread_rwlock_clockrdlock, pthreadZurwlockZuclockrdlock, READER)

WRAP_LOCK(pthread_rwlock_wrlock, pthreadZurwlockZuwrlock, WRITER)
WRAP_LOCK(pthread_rwlock_trywrlock, pthreadZurwlockZutrywrlock, WRITER)
WRAP_TIMEDLOCK(pthread_rwlock_timedwrlock, pthreadZurwlockZutimedwrlock, WRITER)
WRAP_CLOCKLOCK(pthread_rwlock_clockwrlock, pthreadZurwlockZuclockwrlock, WRITER)
