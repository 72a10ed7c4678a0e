/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mutexes.
 */
#include "hpcmp/posix/program/mutex.h"

#include "hpcmp/preload/call.h"

/* All ways to lock; the arguments after the mutex are passed on as they are. */
static int lock(OrigFn original, pthread_mutex_t* mutex, unsigned long arg2, unsigned long arg3) {
    const int waits = mutex->__data.__lock != 0;
    int result;
    if (waits)
        TELL(WAIT_BEGIN, mutex);
    result = CALL_TO_WAIT(original, mutex, arg2, arg3, 0);
    if (mutex_obtained(result))
        TELL(LOCK_ACQUIRED, HP_PRIM_MUTEX, mutex, is_robust(mutex));
    else if (waits)
        TELL(WAIT_END);
    return result;
}

WRAP_CALL_TELL(pthread_mutex_init, pthreadZumutexZuinit,
               (pthread_mutex_t * mutex, const pthread_mutexattr_t* attr),
               CALL_FN_W_WW(result, original, mutex, attr), OBJECT_INIT, HP_PRIM_MUTEX, mutex, 0)

WRAP_CALL_TELL(pthread_mutex_destroy, pthreadZumutexZudestroy, (pthread_mutex_t * mutex),
               CALL_FN_W_W(result, original, mutex), OBJECT_DESTROY, HP_PRIM_MUTEX, mutex)

WRAP(int, pthread_mutex_lock, pthreadZumutexZulock, (pthread_mutex_t * mutex)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return lock(original, mutex, 0, 0);
}

WRAP(int, pthread_mutex_trylock, pthreadZumutexZutrylock, (pthread_mutex_t * mutex)) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    if (ASK(LOCK_IS_HELD, HP_PRIM_MUTEX, mutex))
        return EBUSY;
    CALL_FN_W_W(result, original, mutex);
    if (mutex_obtained(result))
        TELL(LOCK_ACQUIRED, HP_PRIM_MUTEX, mutex, is_robust(mutex));
    return result;
}

WRAP(int, pthread_mutex_timedlock, pthreadZumutexZutimedlock,
     (pthread_mutex_t * mutex, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return lock(original, mutex, (unsigned long)until, 0);
}

WRAP(int, pthread_mutex_clocklock, pthreadZumutexZuclocklock,
     (pthread_mutex_t * mutex, clockid_t clock, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return lock(original, mutex, (unsigned long)clock, (unsigned long)until);
}

WRAP_TELL_CALL(pthread_mutex_unlock, pthreadZumutexZuunlock, (pthread_mutex_t * mutex),
               CALL_FN_W_W(result, original, mutex), LOCK_RELEASE, HP_PRIM_MUTEX, mutex,
               unlock_may_fail(mutex))
