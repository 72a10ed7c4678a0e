/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Communicators of groups that meet at a port, several times and one after the other, or of two
 * processes with a connection.
 */
#include "steps.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TIMES = 2 };

static char g_port[MPI_MAX_PORT_NAME];

/* Ranks of the lower half, or of the upper one. */
static unsigned half(int is_upper) {
    const unsigned lower = bit(g_size / 2) - 1;
    return is_upper ? everybody() & ~lower : lower;
}

static void met(MPI_Comm between, unsigned others, const char* what) {
    int sum = 0;
    before();
    MPI_Allreduce(&g_rank, &sum, 1, MPI_INT, MPI_SUM, between);
    after(what, others);
    MPI_Comm_disconnect(&between);
}

static void halves(void) {
    const int is_upper = g_rank >= g_size / 2;
    MPI_Comm own, between;
    MPI_Comm_split(MPI_COMM_WORLD, is_upper, -g_rank, &own);
    for (int i = 0; i < TIMES; i++) {
        before();
        if (is_upper)
            MPI_Comm_connect(g_port, MPI_INFO_NULL, 0, own, &between);
        else
            MPI_Comm_accept(g_port, MPI_INFO_NULL, g_size / 2 - 1, own, &between);
        after("halves meet", everybody());
        met(between, half(!is_upper), "Allreduce of halves");
    }
}

static void others_meet(void) {
    for (int i = 0; i < 2; i++) {
        before();
        after("others meet", 0);
    }
}

/* Each with rank 0, which has been at that port more often.  Open MPI 4.1 hangs if several come at
 * once. */
static void in_turn(void) {
    for (int i = 0; i < TIMES * (g_size - 1); i++) {
        const int who = 1 + i % (g_size - 1);
        MPI_Comm between;
        MPI_Barrier(MPI_COMM_WORLD);
        if (g_rank != 0 && g_rank != who) {
            others_meet();
            continue;
        }
        before();
        if (g_rank == 0)
            MPI_Comm_accept(g_port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &between);
        else
            MPI_Comm_connect(g_port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &between);
        after("two meet", bit(g_rank == 0 ? who : 0));
        met(between, bit(g_rank == 0 ? who : 0), "Allreduce of two");
    }
}

/* Connects ranks 0 and 1.  Returns this rank's end. */
static int connection(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int end = socket(AF_INET, SOCK_STREAM, 0);
    if (g_rank == 1) {
        MPI_Recv(&address.sin_port, 2, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(connect(end, (void*)&address, sizeof address), 0, "connect");
        return end;
    }
    bind(end, (void*)&address, sizeof address);
    listen(end, 1);
    getsockname(end, (void*)&address, &size);
    MPI_Send(&address.sin_port, 2, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
    const int accepted = accept(end, NULL, NULL);
    close(end);
    return accepted;
}

static void joined(void) {
    for (int i = 0; i < TIMES; i++) {
        MPI_Comm between;
        const int end = connection();
        before();
        MPI_Comm_join(end, &between);
        after("join", bit(!g_rank));
        met(between, bit(!g_rank), "Allreduce of joined");
        close(end);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (g_rank == g_size / 2 - 1)
        MPI_Open_port(MPI_INFO_NULL, g_port);
    MPI_Bcast(g_port, sizeof g_port, MPI_CHAR, g_size / 2 - 1, MPI_COMM_WORLD);
    halves();
    if (g_rank == 0)
        MPI_Open_port(MPI_INFO_NULL, g_port);
    MPI_Bcast(g_port, sizeof g_port, MPI_CHAR, 0, MPI_COMM_WORLD);
    in_turn();
    if (g_rank < 2)
        joined();
    return end();
}
