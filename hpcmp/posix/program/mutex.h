/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HPCMP_PRELOAD_MUTEX_H
#define HPCMP_PRELOAD_MUTEX_H

#include <errno.h>
#include <pthread.h>

/* A mutex's __kind in glibc: its type in the two lowest bits, then flags. */
enum { KIND_TYPE = 0x03, KIND_ROBUST = 0x10, KIND_PRIO_INHERIT = 0x20 };

/* Does unlocking this mutex fail if the calling thread does not hold it? */
static inline int unlock_may_fail(const pthread_mutex_t* mutex) {
    const int kind = mutex->__data.__kind;
    const int type = kind & KIND_TYPE;
    return type == PTHREAD_MUTEX_RECURSIVE || type == PTHREAD_MUTEX_ERRORCHECK ||
           (kind & (KIND_ROBUST | KIND_PRIO_INHERIT)) != 0;
}

static inline int is_robust(const pthread_mutex_t* mutex) {
    return (mutex->__data.__kind & KIND_ROBUST) != 0;
}

/* Has the mutex been locked? EOWNERDEAD says that it has, although the former owner of the robust
   mutex has died. */
static inline int mutex_obtained(int result) {
    return result == 0 || result == EOWNERDEAD;
}

#endif
