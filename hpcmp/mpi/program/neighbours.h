/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Exchange of data with neighbours in a topology: a rank comes after those that it has data from.
 */
#ifndef HPCMP_MPI_PROGRAM_NEIGHBOURS_H
#define HPCMP_MPI_PROGRAM_NEIGHBOURS_H

#include "hpcmp/preload/wrap.h"

/* Neighbours of a rank in a communicator with a topology, in room that is to be given up. */
HpMpiNeighbours hw_mpi_neighbours(Word comm);

#endif
