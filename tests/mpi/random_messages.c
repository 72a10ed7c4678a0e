/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Random messages whose sizes tell them apart, in rounds that a seed decides on:
 * all ranks draw the same plan.  Says in a file took.RANK for each receive, as they are
 * complete, which message it has taken.  Several seeds, from SEED on, follow each other.
 *
 * usage: random_messages SEED ROUNDS [SEEDS [uncertain]]
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEW = 24, MOST = 400, TAGS = 3, SYNCHRONOUS = 1 };

typedef struct {
    int from, to, tag, comm, bytes, mode;
} Message;

static int g_rank, g_size, g_next_bytes = 4;
static MPI_Comm g_comms[3];
static FILE* g_took;
static int g_is_certain;

/* The rank's number in a communicator.  In communicator 1, ranks are the other way round. */
static int in_comm(int comm, int rank) {
    return comm == 1 ? g_size - 1 - rank : rank;
}

static int draw(int n) {
    return rand() % n;
}

static void took(const char* bytes) {
    fprintf(g_took, "%d\n", *(const int*)bytes);
}

static void send(const Message* m, MPI_Request* request) {
    char* bytes = malloc((size_t)m->bytes);
    *(int*)bytes = m->bytes;
    const int to = in_comm(m->comm, m->to);
    MPI_Comm comm = g_comms[m->comm];
    *request = MPI_REQUEST_NULL;
    switch (m->mode) {
    case 0: MPI_Isend(bytes, m->bytes, MPI_CHAR, to, m->tag, comm, request); break;
    case SYNCHRONOUS: MPI_Issend(bytes, m->bytes, MPI_CHAR, to, m->tag, comm, request); break;
    case 2: /* all receives are posted, or will be without waiting for this one */
        MPI_Send_init(bytes, m->bytes, MPI_CHAR, to, m->tag, comm, request);
        MPI_Start(request);
        break;
    default: MPI_Send(bytes, m->bytes, MPI_CHAR, to, m->tag, comm); break;
    }
}

static void complete(int how, int n, MPI_Request* requests, char** bytes) {
    int done = 0, flag = 0, index = 0, indices[2 * MOST];
    MPI_Status statuses[2 * MOST];
    switch (how) {
    case 0:
        MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < n; i++)
            took(bytes[i]);
        return;
    case 1:
        for (; done < n; done++) {
            MPI_Waitany(n, requests, &index, MPI_STATUS_IGNORE);
            took(bytes[index]);
        }
        return;
    case 2:
        for (int some = 0; done < n; done += some) {
            MPI_Waitsome(n, requests, &some, indices, statuses);
            for (int i = 0; i < some; i++)
                took(bytes[indices[i]]);
        }
        return;
    case 3:
        while (!flag)
            MPI_Testall(n, requests, &flag, statuses);
        for (int i = 0; i < n; i++)
            took(bytes[i]);
        return;
    default:
        for (int i = n - 1; i >= 0; i--) {
            MPI_Wait(&requests[i], &statuses[0]);
            took(bytes[i]);
        }
        return;
    }
}

static void messages(void) {
    Message plan[MOST];
    const int n = draw(draw(20) == 0 ? MOST : FEW), comm = draw(3), any_source = draw(3) == 0;
    /* When all receives are complete, it is certain what a receive from anybody has taken. */
    const int how = any_source && g_is_certain ? 3 * draw(2) : draw(5);
    for (int i = 0; i < n; i++)
        plan[i] =
            (Message){draw(g_size), draw(g_size), draw(TAGS), comm, g_next_bytes += 4, draw(4)};
    /* It may become known only when a later receive is complete what such a receive takes. */
    for (int i = 0; any_source && i < n; i++)
        plan[i].mode = plan[i].mode == SYNCHRONOUS ? 0 : plan[i].mode;
    MPI_Request received[MOST], sent[MOST];
    char* bytes[MOST];
    int n_received = 0, n_sent = 0;
    for (int i = 0; i < n; i++)
        if (plan[i].to == g_rank) {
            bytes[n_received] = malloc((size_t)g_next_bytes);
            const int from = any_source ? MPI_ANY_SOURCE : in_comm(comm, plan[i].from);
            MPI_Irecv(bytes[n_received], g_next_bytes, MPI_CHAR, from, plan[i].tag, g_comms[comm],
                      &received[n_received]);
            n_received++;
        }
    for (int i = 0; i < n; i++)
        if (plan[i].from == g_rank)
            send(&plan[i], &sent[n_sent++]);
    complete(how, n_received, received, bytes);
    MPI_Waitall(n_sent, sent, MPI_STATUSES_IGNORE);
}

/* In one of the ways in which a rank can wait for a message alone. */
static void receive(int* bytes, int most, int from, int tag) {
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    int flag = 0;
    switch (draw(4)) {
    case 0: MPI_Recv(bytes, most, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); break;
    case 1:
        MPI_Mprobe(from, tag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(bytes, most, MPI_CHAR, &message, &status);
        break;
    case 2:
        while (!flag)
            MPI_Improbe(from, tag, MPI_COMM_WORLD, &flag, &message, &status);
        MPI_Imrecv(bytes, most, MPI_CHAR, &message, &request);
        MPI_Wait(&request, &status);
        break;
    default: /* one that nobody sends is given up */
        MPI_Irecv(bytes, most, MPI_CHAR, from, TAGS, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(bytes, most, MPI_CHAR, from, tag, MPI_COMM_WORLD, &status);
        break;
    }
}

static void blocking(void) {
    const int shift = 1 + draw(g_size), tag = draw(TAGS), bytes = g_next_bytes += 4;
    const int to = (g_rank + shift) % g_size, from = (g_rank + g_size * 2 - shift) % g_size;
    int* here = malloc((size_t)(bytes + 4 * g_size) * 2);
    int* there = here + (bytes + 4 * g_size) / 4;
    *here = bytes + 4 * g_rank;
    g_next_bytes += 4 * g_size;
    if (draw(2)) {
        MPI_Sendrecv(here, *here, MPI_CHAR, to, tag, there, g_next_bytes, MPI_CHAR, from, tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Request request;
        MPI_Isend(here, *here, MPI_CHAR, to, tag, MPI_COMM_WORLD, &request);
        receive(there, bytes + 4 * g_size, draw(2) ? from : MPI_ANY_SOURCE, tag);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    took((char*)there);
}

static void collective(void) {
    static int from[64], to[64];
    const int root = draw(g_size);
    MPI_Comm comm = g_comms[draw(3)];
    MPI_Request request;
    switch (draw(8)) {
    case 0: MPI_Barrier(comm); break;
    case 1: MPI_Bcast(to, 3, MPI_INT, root, comm); break;
    case 2: MPI_Reduce(from, to, 1, MPI_INT, MPI_SUM, root, comm); break;
    case 3: MPI_Allreduce(from, to, 1, MPI_INT, MPI_SUM, comm); break;
    case 4: MPI_Gather(from, 1, MPI_INT, to, 1, MPI_INT, root, comm); break;
    case 5: MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, comm); break;
    case 6: MPI_Scan(from, to, 1, MPI_INT, MPI_SUM, comm); break;
    default:
        MPI_Ibarrier(comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    }
}

static void rounds_of(int seed, int rounds) {
    srand((unsigned)seed);
    for (int round = 0; round < rounds; round++) {
        const int what = draw(4);
        if (what == 0)
            collective();
        else if (what == 1)
            blocking();
        else
            messages();
        /* Receives from anybody must not take what belongs to the next round. */
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    char name[32];
    snprintf(name, sizeof name, "took.%d", g_rank);
    g_took = fopen(name, "w");
    g_comms[0] = MPI_COMM_WORLD;
    MPI_Comm_split(MPI_COMM_WORLD, 0, g_size - g_rank, &g_comms[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &g_comms[2]);
    const int first = atoi(argv[1]), seeds = argc > 3 ? atoi(argv[3]) : 1;
    g_is_certain = argc < 5;
    for (int seed = first; seed < first + seeds; seed++)
        rounds_of(seed, atoi(argv[2]));
    MPI_Finalize();
    return fclose(g_took);
}
