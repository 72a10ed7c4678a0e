/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Collective operations. Each is a round of its communicator. A rank arrives, before the call, if
 * others need its data. A rank departs, when the call is complete, if it needs data of others. For
 * example, the root of MPI_Bcast arrives, and all other ranks depart.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/rounds.h"

#define COLLECTIVE(call, order, root)                                                              \
    IN_ROUND(call, name, hw_mpi_arrive(comm, HP_MPI_##order, root))

#define BEGIN_COLLECTIVE(call, order, root)                                                        \
    BEGIN_ROUND(call, name, hw_mpi_arrive(comm, HP_MPI_##order, root))

/* Nobody leaves it before all have come, in both implementations. */
#define FINALIZE(call) IN_ROUND(call, name, hw_mpi_arrive(hw_mpi_world(), HP_MPI_ALL, 0))

#include "hpcmp/mpi/program/functions.h"
