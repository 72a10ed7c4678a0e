/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/messages.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/rounds.h"

Word hw_mpi_bytes(Word count, Word type) {
    int size = 0;
    hw_mpi.type_size(type, &size);
    return count * (Word)size;
}

void hw_mpi_send_bytes(Word comm, int peer, int tag, Word bytes) {
    const Word of = hw_mpi_passed_handle(comm);
    if (peer == hw_mpi.proc_null)
        return;
    hw_mpi_use_comm(of);
    TELL(MPI_SEND, of, peer, tag, bytes);
}

Word hw_mpi_send(Word comm, int peer, int tag, Word count, Word type) {
    hw_mpi_find_library();
    if (peer == hw_mpi.proc_null)
        return 0;
    const Word bytes = hw_mpi_bytes(count, type);
    hw_mpi_send_bytes(comm, peer, tag, bytes);
    return bytes;
}

Operation hw_mpi_post(Word comm, int peer, int tag, HpMpiPost how) {
    const Word of = hw_mpi_passed_handle(comm);
    if (peer == hw_mpi.proc_null)
        return 0;
    hw_mpi_use_comm(of);
    return ASK(MPI_POST, of, peer == hw_mpi.any_source ? -1 : peer, tag, how);
}

/*------------------------------------------------------------*/
/*--- Complete when they are received                       ---*/
/*------------------------------------------------------------*/

/* Open MPI holds back messages of more than 4,040 bytes between processes of a machine, MPICH those
 * of more than 8,000; what is smaller may need a moment to be complete, but no receiver. */
enum { NEVER_HELD_BACK = 4040 };

static int is_complete(const void* request) {
    int is = 0;
    char status[STATUS_BYTES];
    hw_mpi.look(hw_mpi_handle(request), &is, status);
    return is;
}

int hw_mpi_may_be_held_back(HpMpiMode mode, Word bytes) {
    return mode == HP_MPI_SYNCHRONOUS || (mode == HP_MPI_STANDARD && bytes > NEVER_HELD_BACK);
}

int hw_mpi_is_held_back(HpMpiMode mode, Word bytes, const void* request) {
    return hw_mpi_may_be_held_back(mode, bytes) &&
           (mode == HP_MPI_SYNCHRONOUS || !is_complete(request));
}

Operation hw_mpi_receipt(void) {
    return ASK(MPI_RECEIPT);
}
