/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pthread_once. C11's call_once and libstdc++'s std::call_once use it. libc++ has a function of its
 * own.
 */
#include "hpcmp/posix/program/once.h"

#include <pthread.h>

/* An initialiser left by an exception has ended, too. */
DEFINE_CALL(hw_call_initialiser, "call *%%rax\n\t", ONCE_RAN)

DEFINE_CALL(hw_call_once, VALGRIND_CALL_NOREDIR_RAX, ONCE_UNWOUND)

/* The original runs this instead of the initialiser, so that its end can be
 * reported before the others learn of it.  The tool has kept which one it is.
 * pthread_once's initialisers take no argument. */
static void run_initialiser(void* argument) {
    const Word initialiser = ASK(ONCE_RUN);
    hw_call_initialiser(initialiser, (unsigned long)argument, 0, 0, 0);
    TELL(ONCE_RAN);
}

WRAP(int, pthread_once, pthreadZuonce, (pthread_once_t * control, void (*initialiser)(void))) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    TELL(ONCE_BEGIN, control, initialiser, 0);
    result =
        hw_call_once(original.nraddr, (unsigned long)control, (unsigned long)run_initialiser, 0, 0);
    TELL(ONCE_END, control);
    return result;
}

/* std::__1::__call_once(unsigned long volatile&, void*, void (*)(void*)).  Not called
 * any more once the flag says that all is done; 1 while a thread is at it. */
#define CALL_ONCE ZuZZNSt3ZuZu111ZuZucallZuonceERVmPvPFvS2ZuE

WRAP_AS(void, call_once, (volatile unsigned long* flag, void* argument, void (*initialiser)(void*)),
        WRAP_NAME(00000, LIBCXX_SONAME, CALL_ONCE), WRAP_NAME(00000, WRAP_PROGRAM, CALL_ONCE)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    TELL(ONCE_BEGIN, flag, initialiser, *flag == 1);
    hw_call_once(original.nraddr, (unsigned long)flag, (unsigned long)argument,
                 (unsigned long)run_initialiser, 0);
    TELL(ONCE_END, flag);
}
