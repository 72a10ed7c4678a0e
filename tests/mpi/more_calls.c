/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages to the next rank and rounds by calls that are seldom used; most of them are of MPI 4.
 */
#include "steps.h"

static int g_next, g_last;

static void replaced(void) {
    int value = g_rank;
    before();
    MPI_Sendrecv_replace(&value, 1, MPI_INT, g_next, 1, g_last, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    after("Sendrecv_replace", bit(g_last));
    expect(value, g_last, "value");
}

/* What has only been looked at is not taken yet. */
static void looked_at(void) {
    int value = -1, flag = 0;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    before();
    MPI_Irecv(&value, 1, MPI_INT, g_last, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&g_rank, 1, MPI_INT, g_next, 2, MPI_COMM_WORLD, &requests[1]);
    while (!flag)
        MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, statuses);
    after("Request_get_status", bit(g_last));
    expect(value, g_last, "value");
}

#if MPI_VERSION >= 4
static void begun(void) {
    int sent = g_rank, value = -1;
    MPI_Request request;
    before();
    MPI_Isendrecv(&sent, 1, MPI_INT, g_next, 3, &value, 1, MPI_INT, g_last, 3, MPI_COMM_WORLD,
                  &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    after("Isendrecv", bit(g_last));
    expect(value, g_last, "value");
    before();
    MPI_Isendrecv_replace(&sent, 1, MPI_INT, g_next, 4, g_last, 4, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    after("Isendrecv_replace", bit(g_last));
    expect(sent, g_last, "value");
}

static void large_counts(void) {
    const MPI_Count one = 1;
    int sent = g_rank, value = -1;
    MPI_Request request;
    before();
    MPI_Irecv_c(&value, one, MPI_INT, g_last, 5, MPI_COMM_WORLD, &request);
    MPI_Send_c(&sent, one, MPI_INT, g_next, 5, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    after("Send_c", bit(g_last));
    before();
    MPI_Allreduce_c(&sent, &value, one, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    after("Allreduce_c", everybody());
    before();
    MPI_Bcast_c(&value, one, MPI_INT, 1, MPI_COMM_WORLD);
    after("Bcast_c", bit(1) & (g_rank == 1 ? 0 : ~0U));
    before();
    MPI_Sendrecv_c(&sent, one, MPI_INT, g_next, 6, &value, one, MPI_INT, g_last, 6, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    after("Sendrecv_c", bit(g_last));
}

/* Two are started in turn, the second one also alone. */
static void kept(void) {
    int sent = g_rank, value = -1, root_value = g_rank;
    MPI_Request requests[3];
    MPI_Status statuses[2];
    MPI_Allreduce_init(&sent, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &requests[0]);
    MPI_Bcast_init(&root_value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    for (int i = 0; i < 2; i++) {
        before();
        MPI_Start(&requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        after("Bcast_init", g_rank == 0 ? 0 : bit(0));
        before();
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, statuses);
        after("Allreduce_init", everybody());
    }
    before();
    MPI_Barrier(MPI_COMM_WORLD);
    after("Barrier", everybody());
    before();
    MPI_Start(&requests[2]);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    after("Barrier_init", everybody());
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&requests[i]);
}
#else
static void begun(void) {}
static void large_counts(void) {}
static void kept(void) {}
#endif

int main(int argc, char** argv) {
    begin(&argc, &argv);
    g_next = (g_rank + 1) % g_size;
    g_last = (g_rank + g_size - 1) % g_size;
    replaced();
    looked_at();
    begun();
    large_counts();
    kept();
    return end();
}
