/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/sessions.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/wrapper.h"

enum { MANY = 64 }; /* sessions at once; of more, some may not be asked */

/* Those that there are; 0: free. */
static Word g_sessions[MANY];

/* Puts one in the place of another. */
static void replace(Word session, Word by) {
    for (int i = 0; i < MANY; i++)
        if (__sync_bool_compare_and_swap(&g_sessions[i], session, by))
            return;
}

Word hw_mpi_world_of_session(void) {
    Word group = 0;
    for (int i = 0; i < MANY && group == 0; i++)
        if (g_sessions[i] != 0)
            hw_mpi.group_of_session(g_sessions[i], "mpi://WORLD", &group);
    return group;
}

#define BEGIN_SESSION(call)                                                                        \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        replace(0, hw_mpi_handle((void*)session));

#define END_SESSION(call)                                                                          \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    replace(hw_mpi_handle((void*)session), 0);                                                     \
    call;

#include "hpcmp/mpi/program/functions.h"
