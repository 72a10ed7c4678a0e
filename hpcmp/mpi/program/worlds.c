/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Worlds: how one begins, is aborted, and spawns others. A process that spawns a world tells it the
 * name of the communicator that both share. It does so by a variable in the new world's
 * environment, because everything else that reaches the new world is visible to the program. Open
 * MPI takes the variables from an info object.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/rounds.h"

/* The processes that spawn go on after the spawned ones have begun, and these go on after them. */
static void tell_spawned(Word comm, Word parent, int is_a) {
    HpMpiComm facts = {0, 0, 0, 0, 0, 0, 0};
    hw_mpi.rank(comm, &facts.rank);
    hw_mpi.size(comm, &facts.size);
    hw_mpi.other_size(comm, &facts.other_size);
    facts.is_a = is_a;
    TELL(MPI_COMM_SPAWNED, comm, parent, &facts);
    hw_mpi_depart(hw_mpi_arrive(comm, HP_MPI_ALL, 0));
}

static void begin_world(int result) {
    Word parent = 0;
    hw_mpi_find_library();
    if (result != 0 || hw_mpi.parent == 0)
        return;
    hw_mpi.parent(&parent);
    const Word handle = hw_mpi_handle(&parent);
    if (handle != hw_mpi.null_comm)
        tell_spawned(handle, 0, 0);
}

#define BEGIN_WORLD(call)                                                                          \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    begin_world(result);

/* It may be killed there, and does not return. */
#define ABORT(call)                                                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    TELL(MPI_ABORTS);                                                                              \
    call;

/*------------------------------------------------------------*/
/*--- Spawned                                               ---*/
/*------------------------------------------------------------*/

enum { MOST_OF_INFO = 256 }; /* bytes of a value: MPI_MAX_INFO_VAL */

/* An info like this one that also tells the name; or the same, if there is no room for it. */
static Word add_telling_info(Word info, Word comm) {
    char value[MOST_OF_INFO] = "";
    int is_set = 0;
    Word copy = 0;
    if (info != hw_mpi.null_info)
        hw_mpi.info(info, "env", MOST_OF_INFO - 1, value, &is_set);
    if (!is_set)
        value[0] = 0;
    if (!ASK(MPI_SPAWNS, comm, value, MOST_OF_INFO))
        return info;
    if (info == hw_mpi.null_info)
        hw_mpi.new_info(&copy);
    else
        hw_mpi.copy_info(info, &copy);
    hw_mpi.set_info(copy, "env", value);
    return copy;
}

static void give_up(Word telling, Word info) {
    if (telling != info)
        hw_mpi.free_info(&telling);
}

/* Only the root's parameters count. */
static int is_root(Operation round, int root, Word comm) {
    int rank = -1;
    if (round != 0 && !hw_mpi.is_mpich)
        hw_mpi.rank(comm, &rank);
    return rank >= 0 && rank == root;
}

static void end_spawn(int result, Operation round, Word comm, const void* made) {
    hw_mpi_depart(round);
    if (result == 0 && round != 0 && !hw_mpi.is_mpich && hw_mpi_handle(made) != hw_mpi.null_comm)
        tell_spawned(hw_mpi_handle(made), hw_mpi_passed_handle(comm), 1);
}

#define SPAWN(call)                                                                                \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const Operation round = hw_mpi_arrive(comm, HP_MPI_ALL, 0);                                    \
    const Word own = info;                                                                         \
    info = is_root(round, root, comm) ? add_telling_info(own, comm) : own;                         \
    TELL(MPI_CALL, round);                                                                         \
    call;                                                                                          \
    give_up(info, own);                                                                            \
    end_spawn(result, round, comm, (void*)made);

enum { FEW = 64 }; /* programs of a world; of more, none is told */

#define SPAWN_SEVERAL(call)                                                                        \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const Operation round = hw_mpi_arrive(comm, HP_MPI_ALL, 0);                                    \
    const int n_told = is_root(round, root, comm) && n <= FEW ? n : 0;                             \
    const Word* const own = (const Word*)infos;                                                    \
    Word told[FEW];                                                                                \
    for (int i = 0; i < n_told; i++)                                                               \
        told[i] = add_telling_info(own[i], comm);                                                  \
    infos = n_told > 0 ? (Word)told : infos;                                                       \
    TELL(MPI_CALL, round);                                                                         \
    call;                                                                                          \
    for (int i = 0; i < n_told; i++)                                                               \
        give_up(told[i], own[i]);                                                                  \
    end_spawn(result, round, comm, (void*)made);

#include "hpcmp/mpi/program/functions.h"
