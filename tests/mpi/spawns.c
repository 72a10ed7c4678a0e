/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ranks that spawn a world of two, and meet it once more at a port: in steps, as two_worlds.h.
 *
 * usage: spawns COMMAND ARGUMENT..., what to spawn; spawns: spawned
 */
#include "two_worlds.h"

enum { CHILDREN = 2 };

/* The step of the spawned world is its MPI_Init. */
static void spawn(char** argv) {
    MPI_Comm between;
    int errors[CHILDREN];
    before();
    MPI_Comm_spawn(argv[1], argv + 2, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, errors);
    worlds_are(0, between);
    done("Comm_spawn", first_world() | second_world());
}

static void is_spawned(MPI_Comm between) {
    g_step = 1;
    worlds_are(1, between);
    done("Init", first_world());
}

/* The communicator with whom it has begun goes before there is another one. */
static void meet_again(void) {
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm between;
    if (is(0, 0))
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR,
              g_is_second ? 0
              : is(0, 0)  ? MPI_ROOT
                          : MPI_PROC_NULL,
              g_between);
    MPI_Comm_disconnect(&g_between);
    before();
    if (g_is_second)
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between);
    else
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between);
    done("meet again", first_world() | second_world());
    worlds_are(g_is_second, between);
}

int main(int argc, char** argv) {
    MPI_Comm between;
    HPCMP_MARK("before 1");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    MPI_Comm_get_parent(&between);
    if (between != MPI_COMM_NULL)
        is_spawned(between);
    else
        spawn(argv);
    use_all();
    meet_again();
    use_all();
    MPI_Comm_disconnect(&g_between);
    printf("%s %d of %d: %d steps\n", g_is_second ? "child" : "rank", g_rank, g_size, g_step);
    return MPI_Finalize();
}
