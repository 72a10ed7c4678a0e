/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages to the next rank and rounds by calls that are seldom used; most of them are of MPI 4, of
 * which Open MPI 4.1 has some as extensions.
 */
#include "steps.h"
#if MPI_VERSION < 4
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Barrier_init MPIX_Barrier_init
#define MPI_Bcast_init MPIX_Bcast_init
#define MPI_Exscan_init MPIX_Exscan_init
#define MPI_Neighbor_allgather_init MPIX_Neighbor_allgather_init
#define MPI_Neighbor_alltoall_init MPIX_Neighbor_alltoall_init
#define MPI_Scan_init MPIX_Scan_init
#endif

static int g_next, g_last;

static void replaced(void) {
    int value = g_rank;
    before();
    MPI_Sendrecv_replace(&value, 1, MPI_INT, g_next, 1, g_last, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    after("Sendrecv_replace", bit(g_last));
    expect(value, g_last, "value");
}

/* A message that has only been looked at is not taken yet. */
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

static unsigned lower(void) {
    return bit(g_rank) - 1;
}

static int sum_of_lower(void) {
    return g_rank * (g_rank - 1) / 2;
}

/* Each is asked for when all higher ranks are done, which need what it has begun with alone. */
static void scanned(void) {
    int sum = 0, token = 0;
    MPI_Request request;
    before();
    MPI_Iscan(&g_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (g_rank + 1 < g_size)
        MPI_Recv(&token, 1, MPI_INT, g_rank + 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (g_rank > 0)
        MPI_Send(&token, 1, MPI_INT, g_rank - 1, 7, MPI_COMM_WORLD);
    after("Iscan", g_rank + 1 < g_size ? everybody() : lower());
    expect(sum, sum_of_lower() + g_rank, "sum");
    sum = 0;
    before();
    MPI_Iexscan(&g_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    after("Iexscan", lower());
    expect(sum, sum_of_lower(), "sum");
}

/* The requests' datatype is freed before they start. */
static void of_a_type(void) {
    int sent[2] = {g_rank, g_rank}, taken[2];
    MPI_Datatype pair;
    MPI_Request requests[2];
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Send_init(sent, 1, pair, g_next, 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(taken, 1, pair, g_last, 8, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&pair);
    for (int i = 0; i < 2; i++) {
        before();
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        after("Send_init", bit(g_last));
        expect(taken[1], g_last, "value");
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
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

#else
static void begun(void) {}
static void large_counts(void) {}
#endif

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

static void kept_scans(void) {
    int sum = 0, below = 0;
    MPI_Request requests[2];
    MPI_Scan_init(&g_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Exscan_init(&g_rank, &below, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                    &requests[1]);
    for (int i = 0; i < 4; i++) {
        before();
        MPI_Start(&requests[i % 2]);
        MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
        after(i % 2 == 0 ? "Scan_init" : "Exscan_init", lower());
        expect(sum, sum_of_lower() + g_rank, "sum");
    }
    expect(below, sum_of_lower(), "sum");
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
}

/* On a line, whose ends have one neighbour. */
static void kept_exchange(void) {
    const int has_last = g_rank > 0, has_next = g_rank + 1 < g_size, no = 0;
    int all[2] = {-1, -1}, sent[2] = {g_rank, g_rank}, taken[2] = {-1, -1};
    MPI_Comm line;
    MPI_Request requests[2];
    MPI_Cart_create(MPI_COMM_WORLD, 1, &g_size, &no, 0, &line);
    MPI_Neighbor_allgather_init(&g_rank, 1, MPI_INT, all, 1, MPI_INT, line, MPI_INFO_NULL,
                                &requests[0]);
    MPI_Neighbor_alltoall_init(sent, 1, MPI_INT, taken, 1, MPI_INT, line, MPI_INFO_NULL,
                               &requests[1]);
    for (int i = 0; i < 3; i++) {
        before();
        MPI_Startall(1 + i % 2, requests);
        MPI_Waitall(1 + i % 2, requests, MPI_STATUSES_IGNORE);
        after("Neighbor_init", (has_last ? bit(g_last) : 0) | (has_next ? bit(g_next) : 0));
        expect(all[0], has_last ? g_last : -1, "value");
        expect(all[1], has_next ? g_next : -1, "value");
    }
    expect(taken[1], has_next ? g_next : -1, "value");
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    MPI_Comm_free(&line);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    g_next = (g_rank + 1) % g_size;
    g_last = (g_rank + g_size - 1) % g_size;
    replaced();
    looked_at();
    scanned();
    of_a_type();
    kept_scans();
    kept_exchange();
    begun();
    large_counts();
    kept();
    return end();
}
