/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of a window: one object, of which a rank locks what one target exposes, or what all do
 * (MPI 3.1, section 11.5.3).  In which order ranks have them nobody tells; that is known by the
 * clock, of ranks of one machine.
 */
#ifndef HP_MPI_LOCKS_H
#define HP_MPI_LOCKS_H

#include "hpcmp/runtimes/mpi_comms.h"

#define HP_MPI_LOCK_ADDRESSES 0x880000000000UL

/* target: a rank in the window, or negative: all of them. */
void hp_mpi_has_locked(Thread* t, MpiComm* window, Word target, Bool is_exclusive);
/* Nothing if that is not known to be locked. */
void hp_mpi_unlocks(Thread* t, MpiComm* window, Word target);

#endif
