/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Receives, and sends and receives in one.  A receive takes when it is complete.
 */
#include "hpcmp/preload/mpi/mpi.h"

WRAP_MPI(Recv, Recv,
         (Word bytes, Word count, Word type, Word peer, Word tag, Word comm, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation receive = hp_mpi_post(comm, peer, tag, HP_MPI_TAKES);
    void* const to = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;
    TELL_MPI(WAIT, receive, 0, 0, 0);
    CALL_FN_W_7W(result, original, bytes, count, type, peer, tag, comm, to);
    hp_mpi_completed(result, receive, to);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Irecv, Irecv,
         (Word bytes, Word count, Word type, Word peer, Word tag, Word comm, Word request)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation receive = hp_mpi_post(comm, peer, tag, HP_MPI_TAKES);
    CALL_FN_W_7W(result, original, bytes, count, type, peer, tag, comm, request);
    hp_mpi_begun(result, request, receive);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* Sends and receives in one call; n_items: of those that are sent. */
#define SENDRECV(fn, zfn, n_items)                                                                 \
    WRAP_MPI_COUNTED(fn, zfn,                                                                      \
                     (Word sent, Word count, Word sent_type, Word to, Word sent_tag, Word bytes,   \
                      Word taken_count, Word type, Word from, Word tag, Word comm, Word status)) { \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        char ours[STATUS_BYTES];                                                                   \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, to, sent_tag, n_items, sent_type);                                       \
        const Operation receive = hp_mpi_post(comm, from, tag, HP_MPI_TAKES);                      \
        void* const into = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;             \
        TELL_MPI(WAIT, receive, 0, 0, 0);                                                          \
        CALL_FN_W_12W(result, original, sent, count, sent_type, to, sent_tag, bytes, taken_count,  \
                      type, from, tag, comm, into);                                                \
        hp_mpi_completed(result, receive, into);                                                   \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

SENDRECV(Sendrecv, Sendrecv, (int)count)
SENDRECV(Sendrecv_c, SendrecvZuc, count)

#define SENDRECV_REPLACE(fn, zfn, n_items)                                                         \
    WRAP_MPI_COUNTED(fn, zfn,                                                                      \
                     (Word bytes, Word count, Word type, Word to, Word sent_tag, Word from,        \
                      Word tag, Word comm, Word status)) {                                         \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        char ours[STATUS_BYTES];                                                                   \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, to, sent_tag, n_items, type);                                            \
        const Operation receive = hp_mpi_post(comm, from, tag, HP_MPI_TAKES);                      \
        void* const into = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;             \
        TELL_MPI(WAIT, receive, 0, 0, 0);                                                          \
        CALL_FN_W_9W(result, original, bytes, count, type, to, sent_tag, from, tag, comm, into);   \
        hp_mpi_completed(result, receive, into);                                                   \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

SENDRECV_REPLACE(Sendrecv_replace, SendrecvZureplace, (int)count)
SENDRECV_REPLACE(Sendrecv_replace_c, SendrecvZureplaceZuc, count)

/* The request is complete when both are.  MPICH gives it an empty status. */
#define BEGIN_SENDRECV(fn, zfn, n_items)                                                           \
    WRAP_MPI_COUNTED(fn, zfn,                                                                      \
                     (Word sent, Word count, Word sent_type, Word to, Word sent_tag, Word bytes,   \
                      Word taken_count, Word type, Word from, Word tag, Word comm,                 \
                      Word request)) {                                                             \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, to, sent_tag, n_items, sent_type);                                       \
        const Operation receive = hp_mpi_post(comm, from, tag, HP_MPI_TAKES_ANY);                  \
        CALL_FN_W_12W(result, original, sent, count, sent_type, to, sent_tag, bytes, taken_count,  \
                      type, from, tag, comm, request);                                             \
        hp_mpi_begun(result, request, receive);                                                    \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

BEGIN_SENDRECV(Isendrecv, Isendrecv, (int)count)
BEGIN_SENDRECV(Isendrecv_c, IsendrecvZuc, count)

#define BEGIN_SENDRECV_REPLACE(fn, zfn, n_items)                                                   \
    WRAP_MPI_COUNTED(fn, zfn,                                                                      \
                     (Word bytes, Word count, Word type, Word to, Word sent_tag, Word from,        \
                      Word tag, Word comm, Word request)) {                                        \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, to, sent_tag, n_items, type);                                            \
        const Operation receive = hp_mpi_post(comm, from, tag, HP_MPI_TAKES_ANY);                  \
        CALL_FN_W_9W(result, original, bytes, count, type, to, sent_tag, from, tag, comm,          \
                     request);                                                                     \
        hp_mpi_begun(result, request, receive);                                                    \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

BEGIN_SENDRECV_REPLACE(Isendrecv_replace, IsendrecvZureplace, (int)count)
BEGIN_SENDRECV_REPLACE(Isendrecv_replace_c, IsendrecvZureplaceZuc, count)

/*------------------------------------------------------------*/
/*--- A message that is taken before it is received         ---*/
/*------------------------------------------------------------*/

WRAP_MPI(Mprobe, Mprobe, (Word peer, Word tag, Word comm, Word message, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation receive = hp_mpi_post(comm, peer, tag, HP_MPI_TAKES);
    void* const to = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;
    TELL_MPI(WAIT, receive, 0, 0, 0);
    CALL_FN_W_5W(result, original, peer, tag, comm, message, to);
    hp_mpi_completed(result, receive, to);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Improbe, Improbe,
         (Word peer, Word tag, Word comm, const int* flag, Word message, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation receive = hp_mpi_post(comm, peer, tag, HP_MPI_TRIES);
    void* const to = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;
    CALL_FN_W_6W(result, original, peer, tag, comm, flag, message, to);
    if ((int)result != 0 || *flag)
        hp_mpi_completed(result, receive, to);
    else if (receive != 0)
        TELL_MPI(CANCELLED, receive, 0, 0, 0);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
