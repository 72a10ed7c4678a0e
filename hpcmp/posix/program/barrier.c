/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Barriers.
 */
#include <pthread.h>

#include "hpcmp/preload/call.h"

WRAP_CALL_TELL(pthread_barrier_init, pthreadZubarrierZuinit,
               (pthread_barrier_t * barrier, const pthread_barrierattr_t* attr, unsigned count),
               CALL_FN_W_WWW(result, original, barrier, attr, count), OBJECT_INIT, HP_PRIM_BARRIER,
               barrier, count)

WRAP_CALL_TELL(pthread_barrier_destroy, pthreadZubarrierZudestroy, (pthread_barrier_t * barrier),
               CALL_FN_W_W(result, original, barrier), OBJECT_DESTROY, HP_PRIM_BARRIER, barrier)

WRAP(int, pthread_barrier_wait, pthreadZubarrierZuwait, (pthread_barrier_t * barrier)) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    TELL(BARRIER_ARRIVE, barrier);
    result = CALL_TO_WAIT(original, barrier, 0, 0, 0);
    if (result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD)
        TELL(BARRIER_DEPART, barrier);
    else
        TELL(WAIT_END);
    return result;
}
