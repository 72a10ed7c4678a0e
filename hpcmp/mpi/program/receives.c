/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Receives, and calls that send and receive. A receive takes its message when it is complete.
 * MPI_Mprobe and MPI_Improbe take a message before it is received.
 */
#include "hpcmp/mpi/program/messages.h"
#include "hpcmp/mpi/program/wrapper.h"

/* A call receives; it has entered MPI and, if it sends as well, has told of that. */
#define TAKE_MESSAGE(call)                                                                         \
    char ours[STATUS_BYTES];                                                                       \
    const Operation receive = hw_mpi_post(comm, from, tag, HP_MPI_TAKES);                          \
    status = hw_mpi_status(receive, status, ours);                                                 \
    TELL(MPI_WAIT, receive);                                                                       \
    call;                                                                                          \
    hw_mpi_complete(result, receive, (void*)status);

#define BEGIN_TO_TAKE(call, how)                                                                   \
    const Operation receive = hw_mpi_post(comm, from, tag, how);                                   \
    call;                                                                                          \
    hw_mpi_begin(result, request, receive);

#define RECEIVE(call)                                                                              \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    TAKE_MESSAGE(call);

#define BEGIN_RECEIVE(call)                                                                        \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    BEGIN_TO_TAKE(call, HP_MPI_TAKES);

#define SENDRECV(call)                                                                             \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    hw_mpi_send(comm, to, sent_tag, items, type);                                                  \
    TAKE_MESSAGE(call);

/* The request is complete when both are.  MPICH gives it an empty status. */
#define BEGIN_SENDRECV(call)                                                                       \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    hw_mpi_send(comm, to, sent_tag, items, type);                                                  \
    BEGIN_TO_TAKE(call, HP_MPI_TAKES_ANY);

#define TRY_TO_RECEIVE(call)                                                                       \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    char ours[STATUS_BYTES];                                                                       \
    const Operation receive = hw_mpi_post(comm, from, tag, HP_MPI_TRIES);                          \
    status = hw_mpi_status(receive, status, ours);                                                 \
    call;                                                                                          \
    if (result != 0 || *flag)                                                                      \
        hw_mpi_complete(result, receive, (void*)status);                                           \
    else if (receive != 0)                                                                         \
        TELL(MPI_CANCELLED, receive);

#include "hpcmp/mpi/program/functions.h"
