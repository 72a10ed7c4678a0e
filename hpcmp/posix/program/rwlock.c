/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reader/writer locks.
 */
#include <pthread.h>

#include "hpcmp/preload/call.h"

enum { READER, WRITER };

WRAP_CALL_TELL(pthread_rwlock_init, pthreadZurwlockZuinit,
               (pthread_rwlock_t * lock, const pthread_rwlockattr_t* attr),
               CALL_FN_W_WW(result, original, lock, attr), OBJECT_INIT, HP_PRIM_RWLOCK, lock,
               lock->__data.__flags)

WRAP_CALL_TELL(pthread_rwlock_destroy, pthreadZurwlockZudestroy, (pthread_rwlock_t * lock),
               CALL_FN_W_W(result, original, lock), OBJECT_DESTROY, HP_PRIM_RWLOCK, lock)

WRAP_TELL_CALL(pthread_rwlock_unlock, pthreadZurwlockZuunlock, (pthread_rwlock_t * lock),
               CALL_FN_W_W(result, original, lock), RWLOCK_RELEASE, lock)

/* Whether a lock in this mode cannot be had now, or another process may take it first: then
 * glibc may spin until that one goes on.  glibc (pthread_rwlock_common.c)
 * keeps the number of readers above three flags, of which the second says that
 * a writer holds it. */
static inline int is_taken(const pthread_rwlock_t* lock, int mode) {
    enum { WRITER_HOLDS = 2, READERS_SHIFT = 3 };
    const unsigned state = *(const volatile unsigned*)&lock->__data.__readers;
    return lock->__data.__shared != 0 || (state & WRITER_HOLDS) != 0 ||
           (mode == WRITER && state >> READERS_SHIFT != 0);
}

/* The arguments after the lock are passed on as they are. */
static int obtain(OrigFn original, pthread_rwlock_t* lock, int mode, unsigned long arg2,
                  unsigned long arg3) {
    const int waits = is_taken(lock, mode);
    int result;
    if (waits)
        TELL(WAIT_BEGIN, lock);
    result = CALL_TO_WAIT(original, lock, arg2, arg3, 0);
    if (result == 0)
        TELL(RWLOCK_ACQUIRED, lock, mode, lock->__data.__flags);
    else if (waits)
        TELL(WAIT_END);
    return result;
}

/* The two modes come in the same four forms. */

#define WRAP_TRYLOCK(fn, zfn, mode)                                                                \
    WRAP_CALL_TELL(fn, zfn, (pthread_rwlock_t * lock), CALL_FN_W_W(result, original, lock),        \
                   RWLOCK_ACQUIRED, lock, mode, lock->__data.__flags)

#define WRAP_LOCK(fn, zfn, mode)                                                                   \
    WRAP(int, fn, zfn, (pthread_rwlock_t * lock)) {                                                \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        return obtain(original, lock, mode, 0, 0);                                                 \
    }

#define WRAP_TIMEDLOCK(fn, zfn, mode)                                                              \
    WRAP(int, fn, zfn, (pthread_rwlock_t * lock, const struct timespec* until)) {                  \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        return obtain(original, lock, mode, (unsigned long)until, 0);                              \
    }

#define WRAP_CLOCKLOCK(fn, zfn, mode)                                                              \
    WRAP(int, fn, zfn, (pthread_rwlock_t * lock, clockid_t clock, const struct timespec* until)) { \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        return obtain(original, lock, mode, (unsigned long)clock, (unsigned long)until);           \
    }

WRAP_LOCK(pthread_rwlock_rdlock, pthreadZurwlockZurdlock, READER)
WRAP_TRYLOCK(pthread_rwlock_tryrdlock, pthreadZurwlockZutryrdlock, READER)
WRAP_TIMEDLOCK(pthread_rwlock_timedrdlock, pthreadZurwlockZutimedrdlock, READER)
WRAP_CLOCKLOCK(pthread_rwlock_clockrdlock, pthreadZurwlockZuclockrdlock, READER)

WRAP_LOCK(pthread_rwlock_wrlock, pthreadZurwlockZuwrlock, WRITER)
WRAP_TRYLOCK(pthread_rwlock_trywrlock, pthreadZurwlockZutrywrlock, WRITER)
WRAP_TIMEDLOCK(pthread_rwlock_timedwrlock, pthreadZurwlockZutimedwrlock, WRITER)
WRAP_CLOCKLOCK(pthread_rwlock_clockwrlock, pthreadZurwlockZuclockwrlock, WRITER)
