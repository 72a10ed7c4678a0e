/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libgomp: critical regions, atomic operations that need a lock, and the locks of
 * omp.h.  All are mutexes to the tool.
 */
#include <stdbool.h>

#include "hpcmp/openmp/program/gomp/gomp.h"

#define CALL_NO_ARGUMENT(original, lock) CALL_FN_v_v(original)

/* call passes the lock on or not. */
#define LOCK(fn, zfn, call, params, lock)                                                          \
    GOMP_ASK_TELL(fn, zfn, params, (OMP_LOCK_WAIT, lock), call(original, lock),                    \
                  (OMP_LOCK_WAITED, lock, true))

#define UNLOCK(fn, zfn, call, params, lock)                                                        \
    GOMP_ASK_TELL(fn, zfn, params, (OMP_LOCK_RELEASE, lock, false), call(original, lock),          \
                  (OMP_LEAVE))

/* Returns how often the thread holds it now; 0: it does not. */
#define TEST_LOCK(fn, zfn)                                                                         \
    GOMP_ASK_TELL_RESULT(int, fn, zfn, (void* lock), (OMP_LOCK_WAIT, lock),                        \
                         CALL_FN_W_W(result, original, lock),                                      \
                         (OMP_LOCK_WAITED, lock, (int)result != 0))

#define INIT_LOCK(fn, zfn, tell)                                                                   \
    GOMP(void, fn, zfn, (void* lock)) {                                                            \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        CALL_FN_v_W(original, lock);                                                               \
        tell;                                                                                      \
    }

/* Their addresses stand for the locks that have no name in the program. */
static const char unnamed_critical, atomic_operations;

LOCK(GOMP_critical_start, GOMPZucriticalZustart, CALL_NO_ARGUMENT, (void), &unnamed_critical)
UNLOCK(GOMP_critical_end, GOMPZucriticalZuend, CALL_NO_ARGUMENT, (void), &unnamed_critical)
LOCK(GOMP_atomic_start, GOMPZuatomicZustart, CALL_NO_ARGUMENT, (void), &atomic_operations)
UNLOCK(GOMP_atomic_end, GOMPZuatomicZuend, CALL_NO_ARGUMENT, (void), &atomic_operations)
LOCK(GOMP_critical_name_start, GOMPZucriticalZunameZustart, CALL_FN_v_W, (void** lock), lock)
UNLOCK(GOMP_critical_name_end, GOMPZucriticalZunameZuend, CALL_FN_v_W, (void** lock), lock)

INIT_LOCK(omp_init_lock, ompZuinitZulock, TELL(OBJECT_INIT, HP_PRIM_MUTEX, lock, 0))
INIT_LOCK(omp_destroy_lock, ompZudestroyZulock, TELL(OBJECT_DESTROY, HP_PRIM_MUTEX, lock))
LOCK(omp_set_lock, ompZusetZulock, CALL_FN_v_W, (void* lock), lock)
UNLOCK(omp_unset_lock, ompZuunsetZulock, CALL_FN_v_W, (void* lock), lock)
TEST_LOCK(omp_test_lock, ompZutestZulock)

INIT_LOCK(omp_init_nest_lock, ompZuinitZunestZulock, TELL(OBJECT_INIT, HP_PRIM_MUTEX, lock, 0))
INIT_LOCK(omp_destroy_nest_lock, ompZudestroyZunestZulock,
          TELL(OBJECT_DESTROY, HP_PRIM_MUTEX, lock))
LOCK(omp_set_nest_lock, ompZusetZunestZulock, CALL_FN_v_W, (void* lock), lock)
UNLOCK(omp_unset_nest_lock, ompZuunsetZunestZulock, CALL_FN_v_W, (void* lock), lock)
TEST_LOCK(omp_test_nest_lock, ompZutestZunestZulock)
