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
/* Returns False if the handle is not that of a persistent request. */
Bool hp_mpi_persistent_find(UWord handle, HpMpiPersistent* where);
void hp_mpi_persistent_end(UWord handle);

/* t is about to mark n partitions of a request's message as ready. Returns whether these are the
   last ones. Example: the message has 4 partitions. Thread 2 marks 3 of them, and then thread 3
   marks 1. The second call returns True, and thread 3 comes after thread 2. */
Bool hp_mpi_add_partitions(Thread* t, UWord handle, UWord n);

#endif
