/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of a window: one object, of which a rank locks the memory that one target exposes, or that
 * all do (MPI 3.1, section 11.5.3). Nobody tells in which order ranks have the locks. The clock
 * tells it, for ranks of one machine.
 */
#ifndef HP_MPI_WINDOW_LOCKS_H
#define HP_MPI_WINDOW_LOCKS_H

#include "hpcmp/mpi/tool/comms.h"

/* target: a rank in the window, or negative: all of them. */
void hp_mpi_lock(Thread* t, MpiComm* window, Word target, Bool is_exclusive);
/* Does nothing if the target is not known to be locked. */
void hp_mpi_unlock(Thread* t, MpiComm* window, Word target);

#endif
