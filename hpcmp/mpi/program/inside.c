/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions that do not order ranks, as far as the tool records it. What they call inside the
 * library is ignored. MPI_Parrived is one of them, because a partition may arrive before the
 * message counts as sent. Only a wait for the whole message orders ranks.
 */
#include "hpcmp/mpi/program/wrapper.h"

#define INSIDE(call)                                                                               \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;

#include "hpcmp/mpi/program/functions.h"
