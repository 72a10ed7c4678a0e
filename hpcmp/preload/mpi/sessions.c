/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sessions (MPI 4): what is made of groups of a session's, by which ranks know each other without a
 * communicator of the world.
 */
#include "hpcmp/preload/mpi/calls.h"
#include "hpcmp/preload/mpi/library.h"

enum { MANY = 64 }; /* sessions at once; of more, some may not be asked */

/* Those that there are; 0: free. */
static Word g_sessions[MANY];

/* Puts one in the place of another. */
static void replace(Word session, Word by) {
    for (int i = 0; i < MANY; i++)
        if (__sync_bool_compare_and_swap(&g_sessions[i], session, by))
            return;
}

Word hp_mpi_world_of_session(void) {
    Word group = 0;
    for (int i = 0; i < MANY && group == 0; i++)
        if (g_sessions[i] != 0)
            hp_mpi.group_of_session(g_sessions[i], "mpi://WORLD", &group);
    return group;
}

WRAP_MPI(Session_init, SessionZuinit, (Word info, Word handler, Word session)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    CALL_FN_W_WWW(result, original, info, handler, session);
    if ((int)result == 0)
        replace(0, hp_mpi_handle((void*)session));
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Session_finalize, SessionZufinalize, (Word session)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    replace(hp_mpi_handle((void*)session), 0);
    CALL_FN_W_W(result, original, session);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* Tells what is made by one name from what is made by another one: FNV-1a. */
static int tag_of(const char* name) {
    unsigned tag = 0x811c9dc5;
    for (; *name != 0; name++)
        tag = (tag ^ (unsigned char)*name) * 0x01000193;
    return (int)tag;
}

#define MAKES_OF_GROUPS(fn, zfn, n, name, made)                                                    \
    WRAP_MPI(fn, zfn, PARAMS_##n) {                                                                \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        TELL_MPI(WAIT, 1, 0, 0, 0);                                                                \
        CALL_##n;                                                                                  \
        const Word handle = hp_mpi_handle((void*)made);                                            \
        if ((int)result == 0 && handle != hp_mpi.null_comm)                                        \
            hp_mpi_has_been_made(hp_mpi_world(), handle, tag_of((const char*)name));               \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

MAKES_OF_GROUPS(Comm_create_from_group, CommZucreateZufromZugroup, 5, a2, a5)
MAKES_OF_GROUPS(Intercomm_create_from_groups, IntercommZucreateZufromZugroups, 8, a5, a8)
