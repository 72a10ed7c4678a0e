// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranks that more than messages ties together: each hands a byte on to the next one by a named
// pipe, itself or by a command that it waits for, and tells it so by a message as well.
//
// usage: tied, in a folder of its own
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { rounds = 3 };

// Towards a rank.
static int open_pipe(int rank) {
    char name[32];
    snprintf(name, sizeof name, "pipe.%d", rank);
    mkfifo(name, 0600);
    return open(name, O_RDWR);
}

static int write_by_command(int rank) {
    char command[32];
    snprintf(command, sizeof command, "printf x > pipe.%d", rank);
    return system(command) == 0;
}

static int hand_on(int rank, int ranks, int in, int out) {
    const int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
    char byte = 'x';
    for (int round = 0; round < rounds; round++) {
        if ((rank > 0 || round > 0) && read(in, &byte, 1) != 1)
            return 0;
        for (volatile int i = 0; i < 1000 * rank; i++) {
        }
        if (round % 2 == 0 ? write(out, &byte, 1) != 1 : !write_by_command(to))
            return 0;
        MPI_Sendrecv_replace(&byte, 1, MPI_CHAR, to, 7, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 1;
}

int main(int argc, char** argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int in = open_pipe(rank), out = open_pipe((rank + 1) % ranks);
    const int is_done = in >= 0 && out >= 0 && hand_on(rank, ranks, in, out);
    MPI_Finalize();
    return !is_done;
}
