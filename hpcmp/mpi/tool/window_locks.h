/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All locks of a window are one object. A rank locks the part that one target exposes, or all parts
 * (MPI 3.1, section 11.5.3). No call tells in which order the ranks get the locks. For ranks on one
 * machine, ilmgen therefore takes the order of the machine's clock.
 */
#ifndef HP_MPI_WINDOW_LOCKS_H
#define HP_MPI_WINDOW_LOCKS_H

#include "hpcmp/mpi/tool/comms.h"

/* target: a rank in the window, or negative: all of them. */
void hp_mpi_lock(Thread* t, MpiComm* window, Word target, Bool is_exclusive);
/* Does nothing if the target is not known to be locked. */
void hp_mpi_unlock(Thread* t, MpiComm* window, Word target);

#endif
