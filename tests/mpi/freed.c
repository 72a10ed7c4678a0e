// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes and frees everything that MPI has a handle for, COUNT times, and uses each once: a rank
// must not keep anything of what it has freed.  Needs 2 ranks.
//
// usage: freed COUNT
#include <mpi.h>
#include <stdlib.h>

static int rank;

// A message, a broadcast and a barrier.
static void use(MPI_Comm comm) {
    int value = rank;
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 7, comm);
    else
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    MPI_Barrier(comm);
}

static void free_used(MPI_Comm comm) {
    use(comm);
    MPI_Comm_free(&comm);
}

static void communicators(void) {
    MPI_Comm made;
    MPI_Request request;
    MPI_Group group;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    free_used(made);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &made);
    MPI_Comm_free(&made);
    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free_used(made);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &made);
    MPI_Group_free(&group);
    use(made);
    MPI_Comm_disconnect(&made);
    MPI_Comm self;
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, 1 - rank, 9, &made);
    MPI_Comm_free(&self);
    MPI_Barrier(made);
    MPI_Comm_free(&made);
}

// Receives that are complete behind MPI_Comm_free, in another order than they were posted.
static void pending(void) {
    MPI_Comm made;
    MPI_Request requests[3];
    int values[3] = {0};
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    for (int i = 0; i < 3 && rank == 1; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 0, MPI_ANY_TAG, made, &requests[i]);
    for (int i = 0; i < 3 && rank == 0; i++)
        MPI_Isend(&values[i], 1, MPI_INT, 1, i % 2, made, &requests[i]);
    MPI_Comm_free(&made);
    for (int i = 3; i > 0; i--)
        MPI_Wait(&requests[i - 1], MPI_STATUS_IGNORE);
}

// Requests of operations that are complete at once, which may be the same; and one that nobody asks
// for, of a message that its sender could wait for.
static void forgotten(void) {
    MPI_Comm self;
    MPI_Request requests[2];
    static char large[100000];
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    for (int i = 0; i < 2; i++)
        MPI_Ibarrier(self, &requests[i]);
    for (int i = 0; i < 2; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Comm_free(&self);
    if (rank == 0) {
        MPI_Isend(large, sizeof large, MPI_CHAR, 1, 11, MPI_COMM_WORLD, requests);
        MPI_Request_free(requests);
    } else {
        MPI_Recv(large, sizeof large, MPI_CHAR, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void persistent(void) {
    MPI_Request request;
    int value = 0;
    if (rank == 0)
        MPI_Ssend_init(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
#if MPI_VERSION >= 4
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
#endif
}

static void window(void) {
    static int shared[2];
    MPI_Win window;
    MPI_Group all, other;
    const int peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_create(shared, sizeof shared, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_post(other, 0, window);
    MPI_Win_start(other, 0, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, window);
    MPI_Win_unlock(peer, window);
    MPI_Win_free(&window);
    MPI_Group_free(&other);
    MPI_Group_free(&all);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < atoi(argv[1]); i++) {
        communicators();
        pending();
        forgotten();
        persistent();
        window();
    }
    MPI_Finalize();
    return 0;
}
