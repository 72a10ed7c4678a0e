/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A posting lasts as long as a call may post a message or a receive. If calls of two threads
 * overlap, nobody can tell which one has posted first (MPI 3.1, section 3.5). Example: a call of
 * thread 1 lasts from 1 to 3. A call of thread 2 overlaps it if it begins at 2, but not if it
 * begins at 4.
 */
#ifndef HP_MPI_POSTINGS_H
#define HP_MPI_POSTINGS_H

#include "hpcmp/threads/threads.h"

typedef struct {
    ULong thread;
    ULong begun, ended; /* in the order in which that happens; ended 0: not yet */
    UInt n_users;
} MpiPosting;

/* A posting goes on until it ends, and stays as long as somebody uses it. The caller that begins it
   uses it until then. */
MpiPosting* hp_mpi_posting_begin(const Thread* t);
void hp_mpi_posting_end(MpiPosting* posting);

MpiPosting* hp_mpi_use_posting(MpiPosting* posting);
/* NULL: nothing to do. */
void hp_mpi_drop_posting(MpiPosting* posting);

/* Are they of different threads, and was there a time when both lasted? */
Bool hp_mpi_postings_overlap(const MpiPosting* a, const MpiPosting* b);

#endif
