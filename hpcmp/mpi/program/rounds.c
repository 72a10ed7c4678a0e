/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/rounds.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/members.h"

void hp_mpi_use(Word comm) {
    if (ASK(MPI_COMM_IS_KNOWN, comm) || (comm != hp_mpi.world && comm != hp_mpi.self))
        return;
    const HpMpiComm facts = hp_mpi_facts(comm, hp_mpi.world);
    TELL(MPI_COMM_BEGINS, comm, comm == hp_mpi.world ? HP_MPI_WORLD : HP_MPI_SELF, &facts);
}

static int root_of(int passed) {
    if (passed == hp_mpi.root)
        return HP_MPI_ROOT;
    return passed == hp_mpi.proc_null ? HP_MPI_ROOT_IS_OURS : passed;
}

Operation hp_mpi_arrive(Word comm, HpMpiRound kind, int root) {
    const Word of = hp_mpi_passed(comm);
    hp_mpi_use(of);
    return ASK(MPI_ARRIVE, of, kind, root_of(root));
}

void hp_mpi_depart(Operation round) {
    if (round != 0)
        TELL(MPI_COMPLETED, round, 0, 0);
}
