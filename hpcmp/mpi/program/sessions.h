/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sessions (MPI 4) that there are.
 */
#ifndef HPCMP_MPI_PROGRAM_SESSIONS_H
#define HPCMP_MPI_PROGRAM_SESSIONS_H

#include "hpcmp/preload/wrap.h"

/* The group of the world's ranks, to be given up, as a session that there is tells it; or 0. */
Word hw_mpi_world_of_session(void);

#endif
