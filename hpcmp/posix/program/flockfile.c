/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The lock of a stream: a recursive mutex.
 */
#include <stdio.h>

#include "hpcmp/preload/call.h"

/* Streams are in the C library whatever its version. */
#define WRAP_STREAM(type, fn, zfn)                                                                 \
    WRAP_AS(type, fn, (FILE * file), WRAP_NAME(00000, libcZdsoZd6, zfn))

/* The first word of glibc's lock, which is not 0 if a thread has it. */
static inline int is_taken(const FILE* file) {
    return *(const volatile int*)file->_lock != 0;
}

WRAP_STREAM(void, flockfile, flockfile) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    if (is_taken(file))
        TELL(WAIT_BEGIN, 0);
    CALL_TO_WAIT(original, file, 0, 0, 0);
    TELL(STREAM_ACQUIRED, file);
}

WRAP_STREAM(int, ftrylockfile, ftrylockfile) {
    OrigFn original;
    int result;
    VALGRIND_GET_ORIG_FN(original);
    CALL_FN_W_W(result, original, file);
    if (result == 0)
        TELL(STREAM_ACQUIRED, file);
    return result;
}

WRAP_STREAM(void, funlockfile, funlockfile) {
    OrigFn original;
    unsigned long unused;
    VALGRIND_GET_ORIG_FN(original);
    TELL(STREAM_RELEASE, file);
    CALL_FN_W_W(unused, original, file);
    (void)unused;
}
