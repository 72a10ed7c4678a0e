/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two jobs that meet at a port, one after the other in two communicators: in steps, as
 * two_worlds.h.
 *
 * usage: meetings open FILE: opens a port, and says in the file where; meetings come FILE: goes
 * there
 */
#include "two_worlds.h"

#include <string.h>
#include <unistd.h>

static char g_port[MPI_MAX_PORT_NAME];

/* The file is there as a whole. */
static void open_port(const char* name) {
    char unfinished[4096];
    MPI_Open_port(MPI_INFO_NULL, g_port);
    snprintf(unfinished, sizeof unfinished, "%s.unfinished", name);
    FILE* const file = fopen(unfinished, "w");
    fputs(g_port, file);
    fclose(file);
    rename(unfinished, name);
}

static void find_port(const char* name) {
    FILE* file;
    while ((file = fopen(name, "r")) == NULL)
        usleep(10000);
    expect(fgets(g_port, sizeof g_port, file) != NULL, 1, "port");
    fclose(file);
}

static void meet(int comes) {
    MPI_Comm between;
    before();
    if (comes)
        MPI_Comm_connect(g_port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between);
    else
        MPI_Comm_accept(g_port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between);
    worlds_are(comes, between);
    done("meet", first_world() | second_world());
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const int comes = strcmp(argv[1], "come") == 0;
    if (g_rank == 0 && comes)
        find_port(argv[2]);
    else if (g_rank == 0)
        open_port(argv[2]);
    for (int i = 0; i < 2; i++) {
        meet(comes);
        use_all();
        MPI_Comm_disconnect(&g_between);
    }
    return end();
}
