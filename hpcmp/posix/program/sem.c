/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * POSIX semaphores.
 */
#include <limits.h>
#include <semaphore.h>

#include "hpcmp/preload/call.h"

/* glibc keeps the value in the lower half of a semaphore's first 64-bit word.
 * sem_getvalue would say the same, but by running the program's C library. */
static inline unsigned value_of(const sem_t* sem) {
    return (unsigned)*(const volatile long*)&sem->__align;
}

WRAP_CALL_TELL(sem_init, semZuinit, (sem_t * sem, int pshared, unsigned value),
               CALL_FN_W_WWW(result, original, sem, pshared, value), OBJECT_INIT, HP_PRIM_SEM, sem,
               value)

WRAP_CALL_TELL(sem_destroy, semZudestroy, (sem_t * sem), CALL_FN_W_W(result, original, sem),
               OBJECT_DESTROY, HP_PRIM_SEM, sem)

/* Variadic in truth: mode and value are there only with O_CREAT.  Passed on
 * they do no harm otherwise. */
WRAP(sem_t*, sem_open, semZuopen, (const char* name, int flags, mode_t mode, unsigned value)) {
    OrigFn original;
    sem_t* sem;
    VALGRIND_GET_ORIG_FN(original);
    CALL_FN_W_WWWW(sem, original, name, flags, mode, value);
    if (sem != SEM_FAILED)
        TELL(SEM_OPENED, sem, value_of(sem));
    return sem;
}

WRAP_CALL_TELL(sem_close, semZuclose, (sem_t * sem), CALL_FN_W_W(result, original, sem), SEM_CLOSED,
               sem)

WRAP(int, sem_post, semZupost, (sem_t * sem)) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    const unsigned value = value_of(sem);
    if (value != SEM_VALUE_MAX)
        TELL(SEM_POST, sem, value);
    CALL_FN_W_W(result, original, sem);
    return result;
}

WRAP(int, sem_trywait, semZutrywait, (sem_t * sem)) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    TELL(SEM_SEEN, sem, value_of(sem));
    CALL_FN_W_W(result, original, sem);
    if (result == 0)
        TELL(SEM_ACQUIRED, sem);
    return result;
}

/* The arguments after the semaphore are passed on as they are. */
static int wait(OrigFn original, sem_t* sem, unsigned long arg2, unsigned long arg3) {
    int result;
    TELL(SEM_WAIT_BEGIN, sem, value_of(sem));
    result = CALL_TO_WAIT(original, sem, arg2, arg3, 0);
    if (result == 0)
        TELL(SEM_ACQUIRED, sem);
    else
        TELL(WAIT_END);
    return result;
}

WRAP(int, sem_wait, semZuwait, (sem_t * sem)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return wait(original, sem, 0, 0);
}

WRAP(int, sem_timedwait, semZutimedwait, (sem_t * sem, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return wait(original, sem, (unsigned long)until, 0);
}

WRAP(int, sem_clockwait, semZuclockwait,
     (sem_t * sem, clockid_t clock, const struct timespec* until)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    return wait(original, sem, (unsigned long)clock, (unsigned long)until);
}
