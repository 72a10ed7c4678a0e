/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions in which nothing happens that orders ranks, as far as we tell: what they do
 * inside is the library's business.
 */
#include "hpcmp/preload/mpi/mpi.h"

/* Those with fewer parameters pass on what there is. */
#define INSIDE(fn, zfn)                                                                            \
    WRAP_MPI(fn, zfn, (Word a1, Word a2, Word a3, Word a4, Word a5, Word a6)) {                    \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        CALL_FN_W_6W(result, original, a1, a2, a3, a4, a5, a6);                                    \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

INSIDE(Init, Init)
INSIDE(Init_thread, InitZuthread)
INSIDE(Probe, Probe)
INSIDE(Iprobe, Iprobe)
INSIDE(Mrecv, Mrecv)
INSIDE(Imrecv, Imrecv)
INSIDE(Buffer_detach, BufferZudetach)
INSIDE(Win_fence, WinZufence)
INSIDE(Win_lock, WinZulock)
INSIDE(Win_unlock, WinZuunlock)
INSIDE(Win_free, WinZufree)
INSIDE(Win_create, WinZucreate)
INSIDE(Win_allocate, WinZuallocate)
