/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sends. In all modes, a send publishes before the call. A synchronous send is complete when the
 * receiver has asked for the message. It then acquires the receipt, which the receiver has released
 * when it asked. A standard send also acquires the receipt if the library holds it back until the
 * receiver asks. This is assumed if its message is large and the send is not complete immediately
 * after it has begun.
 *
 * For example, rank 0 calls MPI_Ssend. Rank 1 works and then calls MPI_Recv. Everything that rank 0
 * does after MPI_Ssend comes after rank 1's work, and the instructions for which rank 0 spins in
 * MPI_Ssend are a wait.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/messages.h"
#include "hpcmp/mpi/program/wrapper.h"

static void end_receipt(int result, Operation receipt) {
    if (receipt != 0 && result == 0)
        TELL(MPI_COMPLETED, receipt, 0, 0);
    else if (receipt != 0)
        TELL(MPI_CANCELLED, receipt);
}

#define SEND(call, mode)                                                                           \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    hw_mpi_send(comm, peer, tag, items, type);                                                     \
    const Operation receipt = HP_MPI_##mode == HP_MPI_SYNCHRONOUS ? hw_mpi_receipt() : 0;          \
    if (receipt != 0)                                                                              \
        TELL(MPI_WAIT, receipt);                                                                   \
    call;                                                                                          \
    end_receipt(result, receipt);

/* It has begun: waits for it. */
static int finish(char* request, Word bytes) {
    char status[STATUS_BYTES];
    const Operation receipt =
        hw_mpi_is_held_back(HP_MPI_STANDARD, bytes, request) ? hw_mpi_receipt() : 0;
    TELL(MPI_WAIT, receipt);
    const int result = hw_mpi.wait(request, status);
    end_receipt(result, receipt);
    return result;
}

/* A large one is made in two steps: only then can be told whether it is held back. */
#define STANDARD_SEND(call)                                                                        \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const Word bytes = hw_mpi_send(comm, peer, tag, items, type);                                  \
    if (!hw_mpi_may_be_held_back(HP_MPI_STANDARD, bytes)) {                                        \
        call;                                                                                      \
    } else {                                                                                       \
        char request[sizeof(Word)];                                                                \
        result = (sizeof items == sizeof(int) ? hw_mpi.begin_send : hw_mpi.begin_send_of_many)(    \
            data, items, type, peer, tag, comm, request);                                          \
        if (result == 0)                                                                           \
            result = finish(request, bytes);                                                       \
    }

#define BEGIN_SEND(call, mode)                                                                     \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const Word bytes = hw_mpi_send(comm, peer, tag, items, type);                                  \
    call;                                                                                          \
    if (result == 0 && hw_mpi_is_held_back(HP_MPI_##mode, bytes, (void*)request))                  \
        hw_mpi_begin(result, request, hw_mpi_receipt());

#include "hpcmp/mpi/program/functions.h"
