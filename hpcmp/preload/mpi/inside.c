/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions in which nothing happens that orders ranks, as far as we tell: what they do
 * inside is the library's business.
 */
#include "hpcmp/preload/mpi/calls.h"

/* With n parameters or fewer: these pass on what there is, up to 6. */
#define INSIDE(fn, zfn, n)                                                                         \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        CALL_##n;                                                                                  \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

INSIDE(Probe, Probe, 6)
INSIDE(Iprobe, Iprobe, 6)
INSIDE(Mrecv, Mrecv, 6)
INSIDE(Imrecv, Imrecv, 6)
INSIDE(Buffer_detach, BufferZudetach, 6)

/* Functions of windows. */
INSIDE(Win_flush, WinZuflush, 6)
INSIDE(Win_flush_all, WinZuflushZuall, 6)
INSIDE(Win_flush_local, WinZuflushZulocal, 6)
INSIDE(Win_flush_local_all, WinZuflushZulocalZuall, 6)
INSIDE(Win_sync, WinZusync, 6)
