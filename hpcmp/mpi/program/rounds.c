/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/rounds.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/members.h"

void hw_mpi_use_comm(Word comm) {
    if (ASK(MPI_COMM_IS_KNOWN, comm) || (comm != hw_mpi.world && comm != hw_mpi.self))
        return;
    const HpMpiComm facts = hw_mpi_facts(comm, hw_mpi.world);
    TELL(MPI_COMM_BEGINS, comm, comm == hw_mpi.world ? HP_MPI_WORLD : HP_MPI_SELF, &facts);
}

static int root_of(int passed) {
    if (passed == hw_mpi.root)
        return HP_MPI_ROOT;
    return passed == hw_mpi.proc_null ? HP_MPI_ROOT_IS_OURS : passed;
}

Operation hw_mpi_arrive(Word comm, HpMpiRound kind, int root) {
    const Word of = hw_mpi_passed_handle(comm);
    hw_mpi_use_comm(of);
    return ASK(MPI_ARRIVE, of, kind, root_of(root));
}

void hw_mpi_depart(Operation round) {
    if (round != 0)
        TELL(MPI_COMPLETED, round, 0, 0);
}
