/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ranks that spawn a world of two, which has all its orders with them by calls between both: in
 * steps, as steps.h.  Ranks are told as bits: those of the first world, and from bit 8 on those of
 * the spawned one.
 *
 * usage: spawns COMMAND ARGUMENT..., what to spawn; spawns: spawned
 */
#include "steps.h"

enum { SPAWNED = 8, CHILDREN = 2 };

static MPI_Comm g_between;
static int g_is_child, g_n_parents;

static unsigned parents(void) {
    return bit(g_n_parents) - 1;
}

static unsigned children(void) {
    return (bit(CHILDREN) - 1) << SPAWNED;
}

static unsigned others(void) {
    return g_is_child ? parents() : children();
}

/* Of a rank of the spawned world. */
static unsigned child(int rank) {
    return bit(SPAWNED + rank);
}

/* As after(), which knows one world. */
static void done(const char* what, unsigned ranks) {
    char text[256];
    snprintf(text, sizeof text, "after %d: %#x %s", g_step,
             ranks & ~(g_is_child ? child(g_rank) : bit(g_rank)), what);
    HPCMP_MARK(text);
}

static void messages(void) {
    int value = g_rank;
    before();
    if (g_is_child && g_rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 3, g_between, MPI_STATUS_IGNORE);
    if (!g_is_child && g_rank == 0) {
        value = 42;
        MPI_Send(&value, 1, MPI_INT, 1, 3, g_between);
    }
    done("message to a child", g_is_child && g_rank == 1 ? parents() & 1 : 0);
    expect(value, g_is_child && g_rank == 1 ? 42 : value, "value");
    MPI_Barrier(g_between);
    before();
    if (g_is_child && g_rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 4, g_between);
    if (!g_is_child && g_rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 4, g_between, MPI_STATUS_IGNORE);
    done("message to a parent", !g_is_child && g_rank == 1 ? child(0) : 0);
    MPI_Barrier(g_between);
}

static void rounds(void) {
    int value = g_rank, sum = 0;
    before();
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, g_between);
    done("Allreduce between", others());
    MPI_Barrier(g_between);
    before();
    MPI_Bcast(&value, 1, MPI_INT,
              g_is_child    ? 0
              : g_rank == 0 ? MPI_ROOT
                            : MPI_PROC_NULL,
              g_between);
    done("Bcast between", g_is_child ? parents() & 1 : 0);
}

static void merged(void) {
    MPI_Comm all, copy, half;
    int rank, sum = 0;
    MPI_Intercomm_merge(g_between, g_is_child, &all);
    MPI_Comm_rank(all, &rank);
    before();
    MPI_Barrier(all);
    done("Barrier of both", parents() | children());
    MPI_Comm_dup(all, &copy);
    before();
    MPI_Bcast(&sum, 1, MPI_INT, g_n_parents, copy);
    done("Bcast of a copy", g_is_child && g_rank == 0 ? 0 : child(0));
    MPI_Barrier(all);
    /* Each child with a parent: no rank 0 is of the other world for both. */
    MPI_Comm_split(all, g_rank, -rank, &half);
    before();
    MPI_Barrier(half);
    done("Barrier of a half", bit(g_rank) | child(g_rank));
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&all);
}

static void spawn(char** argv) {
    int errors[CHILDREN];
    before();
    MPI_Comm_spawn(argv[1], argv + 2, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &g_between,
                   errors);
    done("Comm_spawn", parents() | children());
}

int main(int argc, char** argv) {
    HPCMP_MARK("before 1");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_get_parent(&g_between);
    g_is_child = g_between != MPI_COMM_NULL;
    if (g_is_child)
        MPI_Comm_remote_size(g_between, &g_n_parents);
    else
        MPI_Comm_size(MPI_COMM_WORLD, &g_n_parents);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    if (g_is_child) {
        g_step = 1;
        done("Init", parents());
    } else {
        spawn(argv);
    }
    messages();
    rounds();
    merged();
    MPI_Comm_disconnect(&g_between);
    printf("%s %d of %d: %d steps\n", g_is_child ? "child" : "rank", g_rank, g_size, g_step);
    return MPI_Finalize();
}
