/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shared by the preload library and the tool: the requests of client_requests.def, and the types of
 * their arguments.
 */
#ifndef HPCMP_CLIENT_REQUESTS_H
#define HPCMP_CLIENT_REQUESTS_H

#include "valgrind.h"

/* Kinds of primitives, as arguments of requests. */
typedef enum {
#define PRIM(ID, name, holding) HP_PRIM_##ID,
#define LOG_PRIM(ID, name, holding)
#include "shared/primitives.def"
    HP_N_PRIMS
} HpPrim;

/* The numbers of the requests. */
#define REQUESTS_FROM(room, n) HP_REQ_BEFORE_##room = HP_REQ_BASE + (n)-1,
#define TOLD(ID, ...) HP_REQ_##ID,
#define ASKED(ID, ...) HP_REQ_##ID,
enum {
    HP_REQ_BASE = VG_USERREQ_TOOL_BASE('H', 'P') + 0x1000,
#include "shared/client_requests.def"
};

/* Expands the arguments of a row of client_requests.def, one after the other: FIRST(1, a) NEXT(2,
 * b) NEXT(3, c), or `none` if the row has no arguments. An argument in a row has the form (type,
 * name). */
#define HP_ARGUMENTS(none, FIRST, NEXT, ...)                                                       \
    HP_COUNTED(_, ##__VA_ARGS__, HP_ARGUMENTS_4, HP_ARGUMENTS_3, HP_ARGUMENTS_2, HP_ARGUMENTS_1,   \
               HP_ARGUMENTS_0, )                                                                   \
    (none, FIRST, NEXT, ##__VA_ARGS__)
#define HP_COUNTED(_, a, b, c, d, n, ...) n
#define HP_ARGUMENTS_0(none, FIRST, NEXT) none
#define HP_ARGUMENTS_1(none, FIRST, NEXT, a) FIRST(1, a)
#define HP_ARGUMENTS_2(none, FIRST, NEXT, a, b) FIRST(1, a) NEXT(2, b)
#define HP_ARGUMENTS_3(none, FIRST, NEXT, a, b, c) FIRST(1, a) NEXT(2, b) NEXT(3, c)
#define HP_ARGUMENTS_4(none, FIRST, NEXT, a, b, c, d) FIRST(1, a) NEXT(2, b) NEXT(3, c) NEXT(4, d)
#define HP_ARGUMENT(type, name) type name
#define HP_ARGUMENT_TYPE(type, name) type

/* Undeferred: the thread executes the task itself, as soon as the tasks on which it depends have
 * ended. If the task is detachable, the thread also waits for its event. */
typedef enum {
    HP_OMP_TASK,
    HP_OMP_UNDEFERRED_TASK,
    HP_OMP_UNDEFERRED_DETACHABLE_TASK,
    HP_OMP_TASKLOOP
} HpOmpTaskKind;

typedef enum {
    HP_MPI_TAKES,     /* it takes a message, and a status tells which one */
    HP_MPI_TAKES_ANY, /* it takes a message, and no status tells which one */
    HP_MPI_TRIES      /* it takes a message if there is one */
} HpMpiPost;

enum { HP_MPI_WORLD = 1, HP_MPI_SELF, HP_MPI_WORLDS };
enum { HP_MPI_LOOKED_AT = 1 }; /* instead of an operation, see MPI_TAKE in client_requests.def */

/* The ranks that a rank comes after in a round of a communicator. */
typedef enum {
    HP_MPI_ALL,
    HP_MPI_FROM_ROOT,
    HP_MPI_TO_ROOT,
    HP_MPI_FROM_LOWER,     /* each rank passes its result on when it returns */
    HP_MPI_FROM_ALL_LOWER, /* each rank needs only that the lower ranks have begun */
    HP_MPI_NOBODY          /* no rank, as far as is known */
} HpMpiRound;

/* In a round between two groups, what the root itself gives as root, and what the other ranks of
 * its group give. */
enum { HP_MPI_ROOT = -1, HP_MPI_ROOT_IS_OURS = -2 };

typedef struct {
    int rank;
    int size;  /* number of ranks in this rank's group */
    int first; /* rank in the parent of the member with rank 0; 0 if nothing else was made at the
                  same time */
    /* The same for the other group. Size 0: there is no other group. */
    int other_size;
    int other_first;
    int is_a; /* between two groups: this rank is in group a (mpi/tool/comms.h) */
    int is_window;
} HpMpiComm;

/* This environment variable tells a spawned world the name that all processes use for its
 * communicator with the spawners. */
#define HP_MPI_SPAWNED_VARIABLE "HPCMP_SPAWNED"

/* Ranks.  A rank may occur several times.  A negative rank is nobody. */
typedef struct {
    const int* from;
    const int* to;
    int n_from, n_to;
} HpMpiNeighbours;

/* Why one rank comes after another one, in rounds in which only some ranks take part
   (mpi/tool/edges.h). */
typedef enum { HP_MPI_NEIGHBOUR, HP_MPI_EXPOSED, HP_MPI_COMPLETE } HpMpiEdge;

/* When a send is complete. HP_MPI_BUFFERED: when the message has been copied. This is also used for
 * MPI_Rsend, because the receiver has asked for the message already. HP_MPI_STANDARD: when the
 * library says so. HP_MPI_SYNCHRONOUS: when the receiver asks for the message. */
typedef enum { HP_MPI_BUFFERED, HP_MPI_STANDARD, HP_MPI_SYNCHRONOUS } HpMpiMode;

typedef struct {
    unsigned long comm, bytes;
    int is_send, peer, tag;
    HpMpiMode mode;        /* of a send */
    int is_round, kind;    /* kind: an HpMpiRound; the root is in `peer` */
    const char* operation; /* name of a collective operation; 0: it is none */
    unsigned partitions;   /* number of partitions of a message that is sent when all are ready;
                              else 0 */
    int has_no_status;     /* no status tells which message it has taken */
    int is_exchange;
    HpMpiNeighbours who; /* its memory begins at `from` and is given back with this; 0: there is
                            none */
} HpMpiPersistent;

#endif
