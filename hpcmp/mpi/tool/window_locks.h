/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks of a window are one object. A rank locks the part that one target exposes, or all parts
 * (MPI 3.1, section 11.5.3). No call tells in which order ranks have the locks, so ilmgen takes the
 * order of the machine's clock, for ranks of one machine.
 */
#ifndef HP_MPI_WINDOW_LOCKS_H
#define HP_MPI_WINDOW_LOCKS_H

#include "hpcmp/mpi/tool/comms.h"

/* target: a rank in the window, or negative: all of them. */
void hp_mpi_lock(Thread* t, MpiComm* window, Word target, Bool is_exclusive);
/* Does nothing if the target is not known to be locked. */
void hp_mpi_unlock(Thread* t, MpiComm* window, Word target);

#endif
