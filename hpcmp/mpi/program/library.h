/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Differences between implementations of MPI, and functions of the one that the program uses.
 */
#ifndef HPCMP_MPI_PROGRAM_LIBRARY_H
#define HPCMP_MPI_PROGRAM_LIBRARY_H

#include "hpcmp/preload/wrap.h"

typedef int (*MpiToInt)(Word handle, int* result);
typedef int (*MpiBeginSend)(Word data, Word count, Word type, int peer, int tag, Word comm,
                            void* request);

typedef struct {
    int is_known;
    int is_mpich;
    Word world, self, null_comm, null_info, no_op;
    int any_source, proc_null, root;
    int no_precede, no_check;   /* bits of assertions */
    int exclusive;              /* lock */
    unsigned source_at, tag_at; /* bytes in a status */
    Word none, none_too;        /* a status that is ignored */
    MpiToInt rank, size, other_size, is_inter, type_size;
    MpiBeginSend begin_send, begin_send_of_many; /* many: a count that is no int */
    int (*wait)(void* request, void* status);
    int (*look)(Word request, int* flag, void* status);
    int (*is_cancelled)(const void* status, int* flag);
    int (*group)(Word comm, void* group);
    int (*other_group)(Word comm, void* group);
    MpiToInt group_rank, group_size;
    int (*translate)(Word group, int n, const int* ranks, Word other, int* others);
    int (*free_group)(void* group);
    int (*group_of_session)(Word session, const char* set, void* group);
    int (*window_group)(Word window, void* group);
    /* Worlds. */
    int (*parent)(void* comm);
    int (*new_info)(void* info);
    int (*copy_info)(Word info, void* copy);
    int (*free_info)(void* info);
    int (*info)(Word info, const char* key, int most, char* value, int* flag);
    int (*set_info)(Word info, const char* key, const char* value);
    Word (*process)(Word group, int rank); /* Open MPI's own */
    const Word* own_process;               /* the same of this one */
    /* Topologies. */
    int graph, cart; /* as topology says */
    MpiToInt topology, dimensions;
    int (*shift)(Word comm, int dimension, int by, int* from, int* to);
    int (*graph_count)(Word comm, int rank, int* n);
    int (*graph_neighbours)(Word comm, int rank, int n, int* neighbours);
    int (*dist_count)(Word comm, int* n_from, int* n_to, int* is_weighted);
    int (*dist_neighbours)(Word comm, int n_from, int* from, int* from_weights, int n_to, int* to,
                           int* to_weights);
} MpiLibrary;

/* Valid after hp_mpi_know(). */
extern MpiLibrary hp_mpi __attribute__((visibility("hidden")));
void hp_mpi_know(void);

/* The process that a member of a group is in Open MPI: job << 32 | rank. Open MPI itself is asked,
 * because MPI tells only ranks in groups that this process has, and no group is of all jobs. Valid
 * only if hp_mpi_knows_processes(). */
unsigned long hp_mpi_process(Word group, int rank);
int hp_mpi_knows_processes(void);

Word hp_mpi_world(void);
/* A handle that lies in memory. */
Word hp_mpi_handle(const void* at);
/* A handle that was passed: an int has half a register. */
Word hp_mpi_passed(Word handle);
/* In an array, in bytes. */
unsigned long hp_mpi_handle_size(void);
unsigned long hp_mpi_status_size(void);

#endif
