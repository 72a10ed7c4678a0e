/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions in which nothing happens that orders ranks, as far as we tell: what they do
 * inside is the library's business.  MPI_Parrived is one, because a partition may be there before
 * the message is sent; only a wait for the whole message orders.
 */
#include "hpcmp/mpi/program/wrapper.h"

#define INSIDE(call)                                                                               \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;

#include "hpcmp/mpi/program/functions.h"
