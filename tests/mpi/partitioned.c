/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages in partitions to the next rank: made twice with one tag and complete the other way
 * round, beside another message with that tag, and with partitions that two threads make ready.
 */
#include "steps.h"
#include <pthread.h>
#include <sched.h>

enum { PARTITIONS = 6, TAG = 3, TIMES = 3 };

static int g_next, g_last;
static MPI_Request g_sends[2], g_receives[2];
static int g_sent[2][PARTITIONS], g_taken[2][PARTITIONS];

static void make(void) {
    for (int i = 0; i < 2; i++) {
        MPI_Psend_init(g_sent[i], PARTITIONS, 1, MPI_INT, g_next, TAG, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &g_sends[i]);
        MPI_Precv_init(g_taken[i], PARTITIONS / 2, 2, MPI_INT, g_last, TAG, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &g_receives[i]);
        for (int j = 0; j < PARTITIONS; j++)
            g_sent[i][j] = 10 * g_rank + i;
    }
}

static void has_come(int i) {
    MPI_Wait(&g_receives[i], MPI_STATUS_IGNORE);
    for (int j = 0; j < PARTITIONS; j++)
        expect(g_taken[i][j], 10 * g_last + i, "partition");
}

/* The second one is sent in a step of its own, in which the first one is taken. */
static void both(void) {
    static int some[] = {5, 1};
    int flag = 0, other = -1;
    MPI_Startall(2, g_receives);
    MPI_Startall(2, g_sends);
    MPI_Pready(0, g_sends[0]);
    MPI_Pready_range(2, 4, g_sends[0]);
    MPI_Pready_range(0, PARTITIONS - 1, g_sends[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    before();
    MPI_Pready_list(2, some, g_sends[0]);
    while (!flag)
        MPI_Parrived(g_receives[1], 0, &flag);
    has_come(1);
    after("sent before", 0);
    MPI_Sendrecv(&g_rank, 1, MPI_INT, g_last, TAG, &other, 1, MPI_INT, g_next, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    expect(other, g_next, "other");
    MPI_Barrier(MPI_COMM_WORLD);
    before();
    has_come(0);
    after("sent and taken later", 0);
    for (int i = 0; i < 2; i++)
        MPI_Wait(&g_sends[i], MPI_STATUS_IGNORE);
}

static void one(void) {
    before();
    MPI_Start(&g_receives[0]);
    MPI_Start(&g_sends[0]);
    for (int i = 0; i < PARTITIONS; i++)
        MPI_Pready(i, g_sends[0]);
    has_come(0);
    after("of one", bit(g_last));
    MPI_Wait(&g_sends[0], MPI_STATUS_IGNORE);
}

/* Nothing else orders this thread after the other one. */
static int g_may_end;

static void* ends(void* unused) {
    while (!__atomic_load_n(&g_may_end, __ATOMIC_RELAXED))
        sched_yield();
    MPI_Pready(1, g_sends[1]);
    return unused;
}

static void of_threads(void) {
    pthread_t thread;
    __atomic_store_n(&g_may_end, 0, __ATOMIC_RELAXED);
    pthread_create(&thread, NULL, ends, NULL);
    before();
    MPI_Startall(1, &g_receives[1]);
    MPI_Startall(1, &g_sends[1]);
    MPI_Pready(0, g_sends[1]);
    MPI_Pready_range(2, PARTITIONS - 1, g_sends[1]);
    __atomic_store_n(&g_may_end, 1, __ATOMIC_RELAXED);
    has_come(1);
    after("of threads", bit(g_last));
    pthread_join(thread, NULL);
    MPI_Wait(&g_sends[1], MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    g_next = (g_rank + 1) % g_size;
    g_last = (g_rank + g_size - 1) % g_size;
    make();
    for (int i = 0; i < TIMES; i++) {
        both();
        one();
        of_threads();
    }
    for (int i = 0; i < 2; i++) {
        MPI_Request_free(&g_sends[i]);
        MPI_Request_free(&g_receives[i]);
    }
    return end();
}
