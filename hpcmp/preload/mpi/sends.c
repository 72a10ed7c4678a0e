/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sends.  They publish before the call, in all modes.  A synchronous send is complete when the
 * receiver has asked for the message, and then acquires the receipt, which the receiver has
 * released as it asked.  So does a standard send that the library holds back until then: its
 * message is large, and it is not complete as soon as it has begun.
 *
 * For example, rank 0 calls MPI_Ssend, rank 1 works and then calls MPI_Recv: what rank 0 does after
 * MPI_Ssend comes after rank 1's work, and what rank 0 has spun is a wait.
 */
#include "hpcmp/preload/mpi/library.h"
#include "hpcmp/preload/mpi/mpi.h"

/* Open MPI holds back messages of more than 4,040 bytes between processes of a machine, MPICH those
 * of more than 8,000; what is smaller may need a moment to be complete, but no receiver. */
enum { NEVER_HELD_BACK = 4040 };

static int is_complete(const void* request) {
    int is = 0;
    char status[STATUS_BYTES];
    hp_mpi.look(hp_mpi_handle(request), &is, status);
    return is;
}

int hp_mpi_may_be_held_back(HpMpiMode mode, Word bytes) {
    return mode == HP_MPI_SYNCHRONOUS || (mode == HP_MPI_STANDARD && bytes > NEVER_HELD_BACK);
}

int hp_mpi_is_held_back(HpMpiMode mode, Word bytes, const void* request) {
    return hp_mpi_may_be_held_back(mode, bytes) &&
           (mode == HP_MPI_SYNCHRONOUS || !is_complete(request));
}

Operation hp_mpi_receipt(void) {
    return ASK_MPI(RECEIPT, 0, 0, 0, 0);
}

static void is_received(Word result, Operation receipt) {
    if (receipt != 0 && (int)result == 0)
        TELL_MPI(COMPLETED, receipt, 0, 0, 0);
    else if (receipt != 0)
        TELL_MPI(CANCELLED, receipt, 0, 0, 0);
}

#define SEND(fn, zfn, n_items, mode)                                                               \
    WRAP_MPI_COUNTED(fn, zfn, (Word at, Word count, Word type, Word peer, Word tag, Word comm)) {  \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, peer, tag, n_items, type);                                               \
        const Operation receipt = (mode) == HP_MPI_SYNCHRONOUS ? hp_mpi_receipt() : 0;             \
        if (receipt != 0)                                                                          \
            TELL_MPI(WAIT, receipt, 0, 0, 0);                                                      \
        CALL_FN_W_6W(result, original, at, count, type, peer, tag, comm);                          \
        is_received(result, receipt);                                                              \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

SEND(Bsend, Bsend, (int)count, HP_MPI_BUFFERED)
SEND(Bsend_c, BsendZuc, count, HP_MPI_BUFFERED)
SEND(Ssend, Ssend, (int)count, HP_MPI_SYNCHRONOUS)
SEND(Ssend_c, SsendZuc, count, HP_MPI_SYNCHRONOUS)
SEND(Rsend, Rsend, (int)count, HP_MPI_BUFFERED)
SEND(Rsend_c, RsendZuc, count, HP_MPI_BUFFERED)

/* It has begun: waits for it. */
static Word finish(char* request, Word bytes) {
    char status[STATUS_BYTES];
    const Operation receipt =
        hp_mpi_is_held_back(HP_MPI_STANDARD, bytes, request) ? hp_mpi_receipt() : 0;
    TELL_MPI(WAIT, receipt, 0, 0, 0);
    const Word result = hp_mpi.wait(request, status);
    is_received(result, receipt);
    return result;
}

/* A large one is made in two steps: only then can be told whether it is held back. */
#define STANDARD_SEND(fn, zfn, n_items, begin)                                                     \
    WRAP_MPI_COUNTED(fn, zfn, (Word at, Word count, Word type, Word peer, Word tag, Word comm)) {  \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        char request[sizeof(Word)];                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Word bytes = hp_mpi_send(comm, peer, tag, n_items, type);                            \
        if (!hp_mpi_may_be_held_back(HP_MPI_STANDARD, bytes)) {                                    \
            CALL_FN_W_6W(result, original, at, count, type, peer, tag, comm);                      \
        } else {                                                                                   \
            result = begin(at, count, type, peer, tag, comm, request);                             \
            if ((int)result == 0)                                                                  \
                result = finish(request, bytes);                                                   \
        }                                                                                          \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

STANDARD_SEND(Send, Send, (int)count, hp_mpi.begin_send)
STANDARD_SEND(Send_c, SendZuc, count, hp_mpi.begin_send_of_many)

#define BEGIN_SEND(fn, zfn, n_items, mode)                                                         \
    WRAP_MPI_COUNTED(                                                                              \
        fn, zfn, (Word at, Word count, Word type, Word peer, Word tag, Word comm, Word request)) { \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        const Word bytes = hp_mpi_send(comm, peer, tag, n_items, type);                            \
        CALL_FN_W_7W(result, original, at, count, type, peer, tag, comm, request);                 \
        if ((int)result == 0 && hp_mpi_is_held_back(mode, bytes, (void*)request))                  \
            hp_mpi_begun(result, request, hp_mpi_receipt());                                       \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

BEGIN_SEND(Isend, Isend, (int)count, HP_MPI_STANDARD)
BEGIN_SEND(Isend_c, IsendZuc, count, HP_MPI_STANDARD)
BEGIN_SEND(Ibsend, Ibsend, (int)count, HP_MPI_BUFFERED)
BEGIN_SEND(Ibsend_c, IbsendZuc, count, HP_MPI_BUFFERED)
BEGIN_SEND(Issend, Issend, (int)count, HP_MPI_SYNCHRONOUS)
BEGIN_SEND(Issend_c, IssendZuc, count, HP_MPI_SYNCHRONOUS)
BEGIN_SEND(Irsend, Irsend, (int)count, HP_MPI_BUFFERED)
BEGIN_SEND(Irsend_c, IrsendZuc, count, HP_MPI_BUFFERED)
