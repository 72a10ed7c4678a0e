/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A posting is the time during which a call may post a message or a receive. If the postings of two
 * threads overlap, nobody can tell which thread has posted first (MPI 3.1, section 3.5). Example: a
 * call of thread 1 lasts from 1 to 3. A call of thread 2 overlaps it if it begins at 2, but not if
 * it begins at 4.
 */
#ifndef HP_MPI_POSTINGS_H
#define HP_MPI_POSTINGS_H

#include "hpcmp/threads/threads.h"

typedef struct {
    ULong thread;
    ULong begun, ended; /* counted in the order in which they happen; ended 0: not yet */
    UInt n_users;
} MpiPosting;

/* A posting lasts from hp_mpi_posting_begin() to hp_mpi_posting_end(). It stays in memory as long
   as it has users. The caller that begins it is a user until it ends. */
MpiPosting* hp_mpi_posting_begin(const Thread* t);
void hp_mpi_posting_end(MpiPosting* posting);

MpiPosting* hp_mpi_use_posting(MpiPosting* posting);
/* `posting` loses a user. Does nothing if `posting` is NULL. */
void hp_mpi_drop_posting(MpiPosting* posting);

/* Are a and b of different threads, and was there a time at which both lasted? */
Bool hp_mpi_postings_overlap(const MpiPosting* a, const MpiPosting* b);

#endif
