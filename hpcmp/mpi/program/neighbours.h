/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Exchange of data with neighbours in a topology. A rank comes after the neighbours from which it
 * gets data.
 */
#ifndef HPCMP_MPI_PROGRAM_NEIGHBOURS_H
#define HPCMP_MPI_PROGRAM_NEIGHBOURS_H

#include "hpcmp/preload/wrap.h"

/* The neighbours of this rank in a communicator with a topology. The caller gives the memory of the
   result back. */
HpMpiNeighbours hw_mpi_neighbours(Word comm);

#endif
