/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages from one rank to another.  A send publishes before the call, in all modes; a
 * receive takes when it is complete.
 */
#include "hpcmp/preload/mpi/mpi.h"

#define SEND(fn)                                                                                   \
    WRAP_MPI(fn, fn, (Word bytes, Word count, Word type, Word peer, Word tag, Word comm)) {        \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, peer, tag, count, type);                                                 \
        CALL_FN_W_6W(result, original, bytes, count, type, peer, tag, comm);                       \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

SEND(Send)
SEND(Bsend)
SEND(Ssend)
SEND(Rsend)

/* What such a send is complete with orders nothing. */
#define BEGIN_SEND(fn)                                                                             \
    WRAP_MPI(fn, fn,                                                                               \
             (Word bytes, Word count, Word type, Word peer, Word tag, Word comm, Word request)) {  \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        hp_mpi_send(comm, peer, tag, count, type);                                                 \
        CALL_FN_W_7W(result, original, bytes, count, type, peer, tag, comm, request);              \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

BEGIN_SEND(Isend)
BEGIN_SEND(Ibsend)
BEGIN_SEND(Issend)
BEGIN_SEND(Irsend)

WRAP_MPI(Recv, Recv,
         (Word bytes, Word count, Word type, Word peer, Word tag, Word comm, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Operation receive = hp_mpi_post(comm, peer, tag);
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
    const Operation receive = hp_mpi_post(comm, peer, tag);
    CALL_FN_W_7W(result, original, bytes, count, type, peer, tag, comm, request);
    hp_mpi_begun(result, request, receive);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Sendrecv, Sendrecv,
         (Word sent, Word sent_count, Word sent_type, Word to, Word sent_tag, Word bytes,
          Word count, Word type, Word from, Word tag, Word comm, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    hp_mpi_send(comm, to, sent_tag, sent_count, sent_type);
    const Operation receive = hp_mpi_post(comm, from, tag);
    void* const into = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;
    TELL_MPI(WAIT, receive, 0, 0, 0);
    CALL_FN_W_12W(result, original, sent, sent_count, sent_type, to, sent_tag, bytes, count, type,
                  from, tag, comm, into);
    hp_mpi_completed(result, receive, into);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Sendrecv_replace, SendrecvZureplace,
         (Word bytes, Word count, Word type, Word to, Word sent_tag, Word from, Word tag, Word comm,
          Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    hp_mpi_send(comm, to, sent_tag, count, type);
    const Operation receive = hp_mpi_post(comm, from, tag);
    void* const into = receive != 0 ? hp_mpi_status(status, ours) : (void*)status;
    TELL_MPI(WAIT, receive, 0, 0, 0);
    CALL_FN_W_9W(result, original, bytes, count, type, to, sent_tag, from, tag, comm, into);
    hp_mpi_completed(result, receive, into);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/*------------------------------------------------------------*/
/*--- A message that is taken before it is received         ---*/
/*------------------------------------------------------------*/

/* From here on, no other receive takes it. */
static void has_matched(Word comm, const void* status) {
    const Operation receive = hp_mpi_post_for(comm, status);
    hp_mpi_completed(0, receive, status);
}

WRAP_MPI(Mprobe, Mprobe, (Word peer, Word tag, Word comm, Word message, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    void* const to = hp_mpi_status(status, ours);
    TELL_MPI(WAIT, 1, 0, 0, 0);
    CALL_FN_W_5W(result, original, peer, tag, comm, message, to);
    if ((int)result == 0)
        has_matched(comm, to);
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
    void* const to = hp_mpi_status(status, ours);
    CALL_FN_W_6W(result, original, peer, tag, comm, flag, message, to);
    if ((int)result == 0 && *flag)
        has_matched(comm, to);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
