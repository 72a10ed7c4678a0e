/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/messages.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/rounds.h"

Word hp_mpi_bytes(Word count, Word type) {
    int size = 0;
    hp_mpi.type_size(type, &size);
    return count * (Word)size;
}

void hp_mpi_send_bytes(Word comm, int peer, int tag, Word bytes) {
    const Word of = hp_mpi_passed(comm);
    if (peer == hp_mpi.proc_null)
        return;
    hp_mpi_use(of);
    TELL(MPI_SEND, of, peer, tag, bytes);
}

Word hp_mpi_send(Word comm, int peer, int tag, Word count, Word type) {
    hp_mpi_know();
    if (peer == hp_mpi.proc_null)
        return 0;
    const Word bytes = hp_mpi_bytes(count, type);
    hp_mpi_send_bytes(comm, peer, tag, bytes);
    return bytes;
}

Operation hp_mpi_post(Word comm, int peer, int tag, HpMpiPost how) {
    const Word of = hp_mpi_passed(comm);
    if (peer == hp_mpi.proc_null)
        return 0;
    hp_mpi_use(of);
    return ASK(MPI_POST, of, peer == hp_mpi.any_source ? -1 : peer, tag, how);
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
    return ASK(MPI_RECEIPT);
}
