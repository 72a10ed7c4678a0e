/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The sessions (MPI 4) that exist.
 */
#ifndef HPCMP_MPI_PROGRAM_SESSIONS_H
#define HPCMP_MPI_PROGRAM_SESSIONS_H

#include "hpcmp/preload/wrap.h"

/* The group of the world's ranks, which an existing session tells; 0: no session exists. The caller
   frees the group. */
Word hw_mpi_world_of_session(void);

#endif
