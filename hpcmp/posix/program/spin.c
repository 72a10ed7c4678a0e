/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Spin locks.
 */
#include <errno.h>
#include <pthread.h>

#include "hpcmp/preload/call.h"

/* In glibc pthread_spin_init and pthread_spin_unlock do the same, store "free",
 * and on x86 are one function at one address.  So neither wrapper can know
 * which of the two was called, and the tool decides by what it knows of the
 * lock.  The common tag says that it is all one which of them Valgrind takes. */
#define INIT_OR_UNLOCK_TAG 48011

/* init passes a second argument, which the function ignores. */
#define WRAP_INIT_OR_UNLOCK(fn, zfn)                                                               \
    WRAP_AS(int, fn, (pthread_spinlock_t * lock, int pshared),                                     \
            WRAP_NAMES(INIT_OR_UNLOCK_TAG, WRAP_SONAME, zfn)) {                                    \
        OrigFn original;                                                                           \
        int result;                                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL(SPIN_INIT_OR_UNLOCK, lock);                                                           \
        CALL_FN_W_WW(result, original, lock, pshared);                                             \
        return result;                                                                             \
    }

WRAP_INIT_OR_UNLOCK(pthread_spin_init, pthreadZuspinZuinit)
WRAP_INIT_OR_UNLOCK(pthread_spin_unlock, pthreadZuspinZuunlock)

WRAP_CALL_TELL(pthread_spin_destroy, pthreadZuspinZudestroy, (pthread_spinlock_t * lock),
               CALL_FN_W_W(result, original, lock), OBJECT_DESTROY, HP_PRIM_SPIN, lock)

/* The value of a free lock in glibc on x86. */
enum { SPIN_FREE = 1 };

/* A thread that waits spins here, and not in the C library's function, because there the
 * thread that looks first would get the lock, not the one that has waited longest. */
WRAP(int, pthread_spin_lock, pthreadZuspinZulock, (pthread_spinlock_t * lock)) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    const int waits = *lock != SPIN_FREE;
    if (waits) {
        TELL(WAIT_BEGIN, lock);
        while (ASK(MUST_SPIN, lock, *lock != SPIN_FREE))
            __builtin_ia32_pause();
    }
    result = CALL_TO_WAIT(original, lock, 0, 0, 0);
    if (result == 0)
        TELL(LOCK_ACQUIRED, HP_PRIM_SPIN, lock, 0);
    else if (waits)
        TELL(WAIT_END);
    return result;
}

WRAP(int, pthread_spin_trylock, pthreadZuspinZutrylock, (pthread_spinlock_t * lock)) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    if (ASK(LOCK_IS_HELD, HP_PRIM_SPIN, lock))
        return EBUSY;
    CALL_FN_W_W(result, original, lock);
    if (result == 0)
        TELL(LOCK_ACQUIRED, HP_PRIM_SPIN, lock, 0);
    return result;
}
