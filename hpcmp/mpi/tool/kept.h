/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Requests that are made once and started again and again: what each begins.
 */
#ifndef HP_MPI_KEPT_H
#define HP_MPI_KEPT_H

#include "hpcmp/threads/threads.h"
#include "shared/client_requests.h"

void hp_mpi_kept_init(void);

void hp_mpi_keep(UWord handle, const HpMpiKept* what);
/* False: it is none of these. */
Bool hp_mpi_kept(UWord handle, HpMpiKept* where);
void hp_mpi_keep_no_more(UWord handle);

/* t is about to give so many partitions of a message to it: are these the last ones?  They come
   after those that other threads have given to it since it was started. */
Bool hp_mpi_ready(Thread* t, UWord handle, UWord n);

#endif
