/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Joining a thread.
 */
#include <pthread.h>

#include "hpcmp/preload/call.h"

/* The arguments after the thread are passed on as they are. */
static int join(OrigFn original, pthread_t thread, void** value, unsigned long arg3,
                unsigned long arg4) {
    int result;
    TELL(JOIN_BEGIN, thread);
    result = CALL_TO_WAIT(original, thread, value, arg3, arg4);
    if (result == 0)
        TELL(JOINED, thread);
    else
        TELL(WAIT_END);
    return result;
}

WRAP(int, pthread_join, pthreadZujoin, (pthread_t thread, void** value)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return join(original, thread, value, 0, 0);
}

WRAP(int, pthread_tryjoin_np, pthreadZutryjoinZunp, (pthread_t thread, void** value)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return join(original, thread, value, 0, 0);
}

WRAP(int, pthread_timedjoin_np, pthreadZutimedjoinZunp,
     (pthread_t thread, void** value, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return join(original, thread, value, (unsigned long)until, 0);
}

WRAP(int, pthread_clockjoin_np, pthreadZuclockjoinZunp,
     (pthread_t thread, void** value, clockid_t clock, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return join(original, thread, value, (unsigned long)clock, (unsigned long)until);
}
