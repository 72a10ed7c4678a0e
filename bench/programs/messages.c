/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a message costs: one of rank 0 to itself, which waits for nobody; one that goes back and
 * forth between ranks 0 and 1; or a sum of all ranks.  Says the CPU time of rank 0 for a message
 * or a sum.
 *
 * usage: messages self|pingpong|allreduce BYTES N
 */
#include <mpi.h>
#include <string.h>

#include "bench.h"

enum { TAG = 1, WARM_UP = 200 };

static int g_rank;

static void self(char* bytes, int size) {
    static char taken[1 << 16];
    MPI_Request request;
    if (g_rank > 0)
        return;
    MPI_Irecv(taken, sizeof taken, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, &request);
    MPI_Send(bytes, size, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void pingpong(char* bytes, int size) {
    if (g_rank == 0) {
        MPI_Send(bytes, size, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
        MPI_Recv(bytes, size, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (g_rank == 1) {
        MPI_Recv(bytes, size, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(bytes, size, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
}

static void allreduce(char* bytes, int size) {
    MPI_Allreduce(MPI_IN_PLACE, bytes, size, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
}

static void repeat(void (*exchange)(char*, int), char* bytes, int size, uint64_t n) {
    for (uint64_t i = 0; i < n; i++)
        exchange(bytes, size);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    bench_need(argc == 4, "messages self|pingpong|allreduce BYTES N");
    const int is_pingpong = strcmp(argv[1], "pingpong") == 0;
    const int is_self = strcmp(argv[1], "self") == 0;
    const int size = (int)bench_argument(argc, argv, 2, 8);
    const uint64_t n = bench_argument(argc, argv, 3, 0);
    void (*exchange)(char*, int) = is_pingpong ? pingpong : is_self ? self : allreduce;
    char* bytes = calloc(1, (size_t)size);
    repeat(exchange, bytes, size, WARM_UP);
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = bench_cpu_seconds();
    repeat(exchange, bytes, size, n);
    const double seconds = bench_cpu_seconds() - begin;
    if (g_rank == 0 && n > 0)
        bench_figure("ns", seconds * 1e9 / (double)n / (is_pingpong ? 2 : 1));
    free(bytes);
    return MPI_Finalize();
}
