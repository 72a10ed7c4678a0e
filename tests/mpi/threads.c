/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads of ranks that send to and receive from those of other ranks at once.  Sizes tell messages
 * apart; each thread marks what it has taken.
 *
 * usage: threads TIMES [tags|comms|any|open|turns]...
 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "hpcmp/client/hpcmp.h"
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 3, MOST = 4096 };

static int g_rank, g_size, g_times, g_n_asking;
static MPI_Comm g_comms[THREADS];
static pthread_barrier_t g_all_begin;

/* The size of a message, which no other message has. */
static int bytes_of(int rank, int thread, int n) {
    return 4 + ((n * THREADS + thread) * g_size + rank) % (MOST - 4);
}

static void took(int bytes) {
    char text[32];
    snprintf(text, sizeof text, "took %d", bytes);
    HPCMP_MARK(text);
}

static void took_status(const MPI_Status* status) {
    int bytes = 0;
    MPI_Get_count(status, MPI_CHAR, &bytes);
    took(bytes);
}

typedef struct {
    int thread, to, from, tag;
    MPI_Comm comm;
} Way;

/* A message there and one from there, in each way in which a thread can wait for one. */
static void exchange(const Way* way, int n) {
    char sent[MOST] = {0}, taken[MOST];
    const int bytes = bytes_of(g_rank, way->thread, n), to = way->to, tag = way->tag;
    MPI_Comm comm = way->comm;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Message message;
    int flag = 0, index = 0;
    switch ((n + way->thread) % 6) {
    case 0:
        MPI_Sendrecv(sent, bytes, MPI_CHAR, to, tag, taken, MOST, MPI_CHAR, way->from, tag, comm,
                     statuses);
        break;
    case 1:
        MPI_Irecv(taken, MOST, MPI_CHAR, way->from, tag, comm, &requests[1]);
        MPI_Isend(sent, bytes, MPI_CHAR, to, tag, comm, &requests[0]);
        MPI_Waitall(2, requests, statuses);
        statuses[0] = statuses[1];
        break;
    case 2:
        MPI_Isend(sent, bytes, MPI_CHAR, to, tag, comm, requests);
        MPI_Mprobe(way->from, tag, comm, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(taken, MOST, MPI_CHAR, &message, statuses);
        MPI_Wait(requests, MPI_STATUS_IGNORE);
        break;
    case 3:
        MPI_Irecv(taken, MOST, MPI_CHAR, way->from, tag, comm, requests);
        MPI_Send(sent, bytes, MPI_CHAR, to, tag, comm);
        while (!flag)
            MPI_Test(requests, &flag, statuses);
        break;
    case 4:
        MPI_Isend(sent, bytes, MPI_CHAR, to, tag, comm, requests);
        while (!flag)
            MPI_Improbe(way->from, tag, comm, &flag, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(taken, MOST, MPI_CHAR, &message, statuses);
        MPI_Wait(requests, MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Isend(sent, bytes, MPI_CHAR, to, tag, comm, &requests[1]);
        MPI_Recv_init(taken, MOST, MPI_CHAR, way->from, tag, comm, requests);
        MPI_Start(requests);
        MPI_Waitany(1, requests, &index, statuses);
        MPI_Request_free(requests);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        break;
    }
    took_status(statuses);
}

static void* by_tags(void* thread) {
    const int me = (int)(size_t)thread;
    const Way way = {me, (g_rank + 1) % g_size, (g_rank + g_size - 1) % g_size, me, MPI_COMM_WORLD};
    pthread_barrier_wait(&g_all_begin);
    for (int n = 0; n < g_times; n++)
        exchange(&way, n);
    return NULL;
}

static void* by_comms(void* thread) {
    const int me = (int)(size_t)thread;
    const Way way = {me, (g_rank + 1) % g_size, (g_rank + g_size - 1) % g_size, 7, g_comms[me]};
    int sum = 0;
    pthread_barrier_wait(&g_all_begin);
    for (int n = 0; n < g_times; n++) {
        exchange(&way, n);
        if (n % 4 == me)
            MPI_Allreduce(&g_rank, &sum, 1, MPI_INT, MPI_SUM, g_comms[me]);
    }
    return NULL;
}

/* Each thread takes messages of its tag from anybody, also by requests that it does not ask for in
   the order in which it has posted them. */
static void* by_any(void* thread) {
    const int me = (int)(size_t)thread;
    char sent[MOST] = {0}, taken[2][MOST];
    MPI_Request requests[2], sends[2];
    MPI_Status status;
    pthread_barrier_wait(&g_all_begin);
    for (int n = 0; n < g_times; n += 2) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(taken[i], MOST, MPI_CHAR, MPI_ANY_SOURCE, me, MPI_COMM_WORLD, &requests[i]);
        for (int i = 0; i < 2; i++)
            MPI_Isend(sent, bytes_of(g_rank, me, n + i), MPI_CHAR, (g_rank + 1) % g_size, me,
                      MPI_COMM_WORLD, &sends[i]);
        for (int i = 1; i >= 0; i--) {
            MPI_Wait(&requests[i], &status);
            took_status(&status);
        }
        MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    }
    return NULL;
}

/* Nobody can tell which thread takes which message: all wait for the first when it is sent. */
static void* by_nothing(void* thread) {
    const int me = (int)(size_t)thread;
    char first[MOST];
    MPI_Status status;
    const Way way = {me, (g_rank + 1) % g_size,
                     me % 2 == 0 ? (g_rank + g_size - 1) % g_size : MPI_ANY_SOURCE, 7,
                     MPI_COMM_WORLD};
    __atomic_add_fetch(&g_n_asking, 1, __ATOMIC_RELAXED);
    MPI_Recv(first, MOST, MPI_CHAR, way.from, 7, MPI_COMM_WORLD, &status);
    took_status(&status);
    for (int n = 0; n < g_times; n++)
        exchange(&way, n);
    return NULL;
}

/* Until this rank's threads surely wait: they do nothing else for what a process can do in so long,
   however busy the machine is; and those of the other ranks, too. */
static void all_wait(void) {
    clock_t end = 0;
    while (end == 0 || clock() < end) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
        if (end == 0 && __atomic_load_n(&g_n_asking, __ATOMIC_RELAXED) == THREADS)
            end = clock() + CLOCKS_PER_SEC;
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Sends the messages for which all threads wait. */
static void send_first(void) {
    static const char text[MOST];
    all_wait();
    for (int i = 0; i < THREADS; i++)
        MPI_Send(text, bytes_of(g_rank, i, g_times), MPI_CHAR, (g_rank + 1) % g_size, 7,
                 MPI_COMM_WORLD);
}

/* Rank 0's threads all wait for a message, which the other ranks send when the one before has been
   answered. */
static void* answers(void* thread) {
    char taken[MOST];
    MPI_Status status;
    int bytes = 1;
    (void)thread;
    pthread_barrier_wait(&g_all_begin);
    while (bytes > 0) {
        MPI_Recv(taken, MOST, MPI_CHAR, 1, 7, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_CHAR, &bytes);
        took(bytes);
        if (bytes > 0)
            MPI_Send(taken, bytes, MPI_CHAR, 1, 8, MPI_COMM_WORLD);
    }
    return NULL;
}

static void asks(void) {
    char text[MOST];
    MPI_Status status;
    for (int n = 0; n < g_times * THREADS; n++) {
        MPI_Send(text, bytes_of(g_rank, 0, n), MPI_CHAR, 0, 7, MPI_COMM_WORLD);
        MPI_Recv(text, MOST, MPI_CHAR, 0, 8, MPI_COMM_WORLD, &status);
        took_status(&status);
    }
    for (int i = 0; i < THREADS; i++)
        MPI_Send(text, 0, MPI_CHAR, 0, 7, MPI_COMM_WORLD);
}

static void in_threads(void* (*what)(void*)) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&g_all_begin, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, what, (void*)i);
    if (what == by_nothing)
        send_first();
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void execute(const char* what) {
    if (strcmp(what, "tags") == 0)
        in_threads(by_tags);
    else if (strcmp(what, "comms") == 0)
        in_threads(by_comms);
    else if (strcmp(what, "any") == 0)
        in_threads(by_any);
    else if (strcmp(what, "open") == 0)
        in_threads(by_nothing);
    else if (g_rank == 0)
        in_threads(answers);
    else if (g_rank == 1)
        asks();
}

int main(int argc, char** argv) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &g_comms[i]);
    g_times = atoi(argv[1]);
    if (provided < MPI_THREAD_MULTIPLE)
        printf("no threads\n");
    for (int i = 2; i < argc && provided == MPI_THREAD_MULTIPLE; i++)
        execute(argv[i]);
    return MPI_Finalize();
}
