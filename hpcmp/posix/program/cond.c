/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Condition variables.
 */
#include <time.h>

#include "hpcmp/posix/program/mutex.h"
#include "hpcmp/preload/call.h"

WRAP_CALL_TELL(pthread_cond_init, pthreadZucondZuinit,
               (pthread_cond_t * cond, const pthread_condattr_t* attr),
               CALL_FN_W_WW(result, original, cond, attr), OBJECT_INIT, HP_PRIM_COND, cond, 0)

WRAP_CALL_TELL(pthread_cond_destroy, pthreadZucondZudestroy, (pthread_cond_t * cond),
               CALL_FN_W_W(result, original, cond), OBJECT_DESTROY, HP_PRIM_COND, cond)

WRAP_TELL_CALL(pthread_cond_signal, pthreadZucondZusignal, (pthread_cond_t * cond),
               CALL_FN_W_W(result, original, cond), COND_SIGNAL, cond, 0)

WRAP_TELL_CALL(pthread_cond_broadcast, pthreadZucondZubroadcast, (pthread_cond_t * cond),
               CALL_FN_W_W(result, original, cond), COND_SIGNAL, cond, 1)

static int wait(OrigFn original, pthread_cond_t* cond, pthread_mutex_t* mutex, unsigned long arg3,
                unsigned long arg4) {
    int result;
    TELL(COND_WAIT_BEGIN, cond, mutex, unlock_may_fail(mutex));
    result = CALL_TO_WAIT(original, cond, mutex, arg3, arg4);
    /* Any other result came before the sleep, or without the mutex. */
    if (mutex_obtained(result) || result == ETIMEDOUT)
        TELL(COND_WAIT_END, cond, mutex, result != ETIMEDOUT);
    else
        TELL(WAIT_END);
    return result;
}

static int is_valid(const struct timespec* until) {
    return until->tv_nsec >= 0 && until->tv_nsec < 1000000000;
}

WRAP(int, pthread_cond_wait, pthreadZucondZuwait, (pthread_cond_t * cond, pthread_mutex_t* mutex)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return wait(original, cond, mutex, 0, 0);
}

WRAP(int, pthread_cond_timedwait, pthreadZucondZutimedwait,
     (pthread_cond_t * cond, pthread_mutex_t* mutex, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    if (!is_valid(until))
        return CALL_TO_WAIT(original, cond, mutex, until, 0);
    return wait(original, cond, mutex, (unsigned long)until, 0);
}

WRAP(int, pthread_cond_clockwait, pthreadZucondZuclockwait,
     (pthread_cond_t * cond, pthread_mutex_t* mutex, clockid_t clock,
      const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    if (!is_valid(until) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
        return CALL_TO_WAIT(original, cond, mutex, clock, until);
    return wait(original, cond, mutex, (unsigned long)clock, (unsigned long)until);
}
