/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The preload library and the tool have this in common: the requests of client_requests.def, and
 * the types of their arguments.
 */
#ifndef HPCMP_CLIENT_REQUESTS_H
#define HPCMP_CLIENT_REQUESTS_H

#include "valgrind.h"

/* Kinds of primitives, as a request's argument. */
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

/* The arguments of a row of client_requests.def, one after the other: FIRST(1, a) NEXT(2, b)
 * NEXT(3, c), or none if there are none.  A row's argument is (type, name). */
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

/* Undeferred: the thread executes the task itself, now, or once the tasks have
 * ended that it depends on; if it is detachable, waits for its event, too. */
typedef enum {
    HP_OMP_TASK,
    HP_OMP_UNDEFERRED_TASK,
    HP_OMP_UNDEFERRED_DETACHABLE_TASK,
    HP_OMP_TASKLOOP
} HpOmpTaskKind;

typedef enum {
    HP_MPI_TAKES,     /* a message, and tells which one */
    HP_MPI_TAKES_ANY, /* and no status tells which one */
    HP_MPI_TRIES      /* it takes one that is there, or none */
} HpMpiPost;

enum { HP_MPI_WORLD = 1, HP_MPI_SELF, HP_MPI_WORLDS };
enum { HP_MPI_LOOKED_AT = 1 }; /* no operation */

/* The ranks that a rank comes after in a round of a communicator. */
typedef enum {
    HP_MPI_ALL,
    HP_MPI_FROM_ROOT,
    HP_MPI_TO_ROOT,
    HP_MPI_FROM_LOWER,     /* each passes on what it has when it returns */
    HP_MPI_FROM_ALL_LOWER, /* each has what these have begun with */
    HP_MPI_NOBODY          /* as far as we can tell */
} HpMpiRound;

/* The root of a round between two groups, as the root itself and the others of its group give
 * it. */
enum { HP_MPI_ROOT = -1, HP_MPI_ROOT_IS_OURS = -2 };

typedef struct {
    int rank;
    int size;  /* of this rank's group */
    int first; /* rank in the parent of who has rank 0 in it; 0 if nothing else was made with it */
    /* The same of the other group; size 0: there is none. */
    int other_size;
    int other_first;
    int is_a; /* between two groups: this rank's is the one that is called so */
    int is_window;
} HpMpiComm;

/* This variable tells a spawned world the name that all use for its communicator with the world
 * that has spawned it. */
#define HP_MPI_SPAWNED_VARIABLE "HPCMP_SPAWNED"

/* Ranks.  A rank may occur several times.  A negative rank is nobody. */
typedef struct {
    const int* from;
    const int* to;
    int n_from, n_to;
} HpMpiNeighbours;

/* Why one rank comes after another without all of them. */
typedef enum { HP_MPI_NEIGHBOUR, HP_MPI_EXPOSED, HP_MPI_COMPLETE } HpMpiEdge;

/* When a send is complete: when the message is copied (also that of MPI_Rsend, because the receiver
 * has asked for it); when the library says so; when the receiver asks for it. */
typedef enum { HP_MPI_BUFFERED, HP_MPI_STANDARD, HP_MPI_SYNCHRONOUS } HpMpiMode;

typedef struct {
    unsigned long comm, bytes;
    int is_send, peer, tag;
    HpMpiMode mode;        /* of a send */
    int is_round, kind;    /* an HpMpiRound; its root is the peer */
    const char* operation; /* a collective one's name; 0: is none */
    unsigned partitions;   /* of a message that is sent when all are ready; else 0 */
    int has_no_status;     /* that tells what it has taken */
    int is_exchange;
    HpMpiNeighbours who; /* in room that is given up with it, at from; 0: there is none */
} HpMpiPersistent;

#endif
