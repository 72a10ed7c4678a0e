/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Exchange of data with neighbours: in grids with and without ends, in which a rank may have the
 * same neighbour twice, or itself, in a graph, and in one with arrows, that has ranks without any.
 */
#include "steps.h"

enum { MOST = 16, WAYS = 10 };

static void exchange(MPI_Comm comm, int way) {
    static int sent[MOST], taken[MOST], counts[MOST], places[MOST];
    static MPI_Aint offsets[MOST];
    MPI_Datatype types[MOST];
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < MOST; i++) {
        sent[i] = g_rank;
        counts[i] = 1;
        places[i] = i;
        offsets[i] = (MPI_Aint)sizeof(int) * i;
        types[i] = MPI_INT;
    }
    switch (way) {
    case 0: MPI_Neighbor_allgather(sent, 1, MPI_INT, taken, 1, MPI_INT, comm); break;
    case 1: MPI_Neighbor_allgatherv(sent, 1, MPI_INT, taken, counts, places, MPI_INT, comm); break;
    case 2: MPI_Neighbor_alltoall(sent, 1, MPI_INT, taken, 1, MPI_INT, comm); break;
    case 3:
        MPI_Neighbor_alltoallv(sent, counts, places, MPI_INT, taken, counts, places, MPI_INT, comm);
        break;
    case 4:
        MPI_Neighbor_alltoallw(sent, counts, offsets, types, taken, counts, offsets, types, comm);
        break;
    case 5: MPI_Ineighbor_allgather(sent, 1, MPI_INT, taken, 1, MPI_INT, comm, &request); break;
    case 6:
        MPI_Ineighbor_allgatherv(sent, 1, MPI_INT, taken, counts, places, MPI_INT, comm, &request);
        break;
    case 7: MPI_Ineighbor_alltoall(sent, 1, MPI_INT, taken, 1, MPI_INT, comm, &request); break;
    case 8:
        MPI_Ineighbor_alltoallv(sent, counts, places, MPI_INT, taken, counts, places, MPI_INT, comm,
                                &request);
        break;
    default:
        MPI_Ineighbor_alltoallw(sent, counts, offsets, types, taken, counts, offsets, types, comm,
                                &request);
        break;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* from: whom this rank has data from. */
static void exchange_in_ways(MPI_Comm comm, int from_way, int to_way, unsigned from,
                             const char* what) {
    for (int way = from_way; way < to_way; way++) {
        before();
        exchange(comm, way);
        after(what, from);
    }
}

/* The cell with these coordinates, as a set; none beyond an end. */
static unsigned cell(const int* dims, const int* periods, int x, int y) {
    const int at[] = {(x + dims[0]) % dims[0], (y + dims[1]) % dims[1]};
    if ((at[0] != x && !periods[0]) || (at[1] != y && !periods[1]))
        return 0;
    return bit(at[0] * dims[1] + at[1]);
}

static void grid(int width, int height, int is_ring, int is_closed, int n_ways) {
    const int dims[] = {width, height}, periods[] = {is_ring, is_closed};
    const int x = g_rank / height, y = g_rank % height;
    MPI_Comm comm;
    before();
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    after("Cart_create", everybody());
    exchange_in_ways(comm, 0, n_ways,
                     cell(dims, periods, x - 1, y) | cell(dims, periods, x + 1, y) |
                         cell(dims, periods, x, y - 1) | cell(dims, periods, x, y + 1),
                     "in a grid");
    MPI_Comm_free(&comm);
}

/* All know rank 0, which knows all. */
static void star(void) {
    int ends[MOST], neighbours[2 * MOST], n = 0;
    MPI_Comm comm;
    for (int i = 1; i < g_size; i++)
        neighbours[n++] = i;
    ends[0] = n;
    for (int i = 1; i < g_size; i++) {
        neighbours[n++] = 0;
        ends[i] = n;
    }
    MPI_Graph_create(MPI_COMM_WORLD, g_size, ends, neighbours, 0, &comm);
    exchange_in_ways(comm, WAYS / 2, WAYS / 2 + 2, g_rank == 0 ? everybody() : bit(0),
                     "in a graph");
}

/* Rank 0 to 1, 2 and 3; 3 to 1 and itself, twice; who knows nobody takes part. */
static void arrows(void) {
    static const int to_three[] = {1, 2, 3}, to_own[] = {1, 3, 3}, of_one[] = {0, 3},
                     of_two[] = {0}, of_three[] = {0, 3, 3};
    static const int weights[] = {1, 1, 1};
    static const int* const from[] = {NULL, of_one, of_two, of_three};
    static const int n_from[] = {0, 2, 1, 3}, n_to[] = {3, 0, 0, 3};
    static const unsigned sets[] = {0, 1 | 8, 1, 1 | 8};
    const int i = g_rank < 4 ? g_rank : 0, is_one = g_rank < 4;
    const int* to = g_rank == 0 ? to_three : to_own;
    MPI_Comm comm;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, is_one ? n_from[i] : 0, from[i], weights,
                                   is_one ? n_to[i] : 0, to, weights, MPI_INFO_NULL, 0, &comm);
    exchange_in_ways(comm, 0, 3, is_one ? sets[i] : 0, "by arrows");
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    grid(4, 1, 1, 0, WAYS);
    grid(2, 2, 0, 1, 3);
    grid(4, 1, 0, 1, 3);
    star();
    arrows();
    return end();
}
