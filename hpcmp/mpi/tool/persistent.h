/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Persistent requests (MPI 3.1, section 3.9), which are made once and started again and again. The
 * tool remembers which operation each of them starts.
 */
#ifndef HP_MPI_PERSISTENT_H
#define HP_MPI_PERSISTENT_H

#include "hpcmp/threads/threads.h"
#include "shared/client_requests.h"

void hp_mpi_persistent_init(void);

void hp_mpi_persistent_begin(UWord handle, const HpMpiPersistent* what);
/* False: it is none of these. */
Bool hp_mpi_persistent_find(UWord handle, HpMpiPersistent* where);
void hp_mpi_persistent_end(UWord handle);

/* t is about to give so many partitions of a message to the request.  Returns whether these are the
   last ones.  Example: of 4 partitions, thread 2 gives 3, and then thread 3 gives 1: True, and
   thread 3 comes after thread 2. */
Bool hp_mpi_add_partitions(Thread* t, UWord handle, UWord n);

#endif
