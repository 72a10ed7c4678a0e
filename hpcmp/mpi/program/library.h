/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Differences between implementations of MPI, and the functions of the implementation that the
 * program uses.
 */
#ifndef HPCMP_MPI_PROGRAM_LIBRARY_H
#define HPCMP_MPI_PROGRAM_LIBRARY_H

#include "hpcmp/preload/wrap.h"

/* Functions of the library that wrappers call. Each row is CALLED(member of MpiLibrary, function,
 * type, parameters). PMPI_Isend_c is PMPI_Isend with a count of a larger type than int. */
#define HP_MPI_CALLED(CALLED)                                                                      \
    CALLED(rank, "PMPI_Comm_rank", int, (Word comm, int* rank))                                    \
    CALLED(size, "PMPI_Comm_size", int, (Word comm, int* size))                                    \
    CALLED(other_size, "PMPI_Comm_remote_size", int, (Word comm, int* size))                       \
    CALLED(is_inter, "PMPI_Comm_test_inter", int, (Word comm, int* flag))                          \
    CALLED(type_size, "PMPI_Type_size", int, (Word type, int* size))                               \
    CALLED(begin_send, "PMPI_Isend", int, HP_MPI_SENT)                                             \
    CALLED(begin_send_of_many, "PMPI_Isend_c", int, HP_MPI_SENT)                                   \
    CALLED(wait, "PMPI_Wait", int, (void* request, void* status))                                  \
    CALLED(look, "PMPI_Request_get_status", int, (Word request, int* flag, void* status))          \
    CALLED(is_cancelled, "PMPI_Test_cancelled", int, (const void* status, int* flag))              \
    CALLED(group, "PMPI_Comm_group", int, (Word comm, void* group))                                \
    CALLED(other_group, "PMPI_Comm_remote_group", int, (Word comm, void* group))                   \
    CALLED(group_rank, "PMPI_Group_rank", int, (Word group, int* rank))                            \
    CALLED(group_size, "PMPI_Group_size", int, (Word group, int* size))                            \
    CALLED(translate, "PMPI_Group_translate_ranks", int,                                           \
           (Word group, int n, const int* ranks, Word other, int* others))                         \
    CALLED(free_group, "PMPI_Group_free", int, (void* group))                                      \
    CALLED(group_of_session, "PMPI_Group_from_session_pset", int,                                  \
           (Word session, const char* set, void* group))                                           \
    CALLED(window_group, "PMPI_Win_get_group", int, (Word window, void* group))                    \
    /* Worlds. */                                                                                  \
    CALLED(parent, "PMPI_Comm_get_parent", int, (void* comm))                                      \
    CALLED(new_info, "PMPI_Info_create", int, (void* info))                                        \
    CALLED(copy_info, "PMPI_Info_dup", int, (Word info, void* copy))                               \
    CALLED(free_info, "PMPI_Info_free", int, (void* info))                                         \
    CALLED(info, "PMPI_Info_get", int,                                                             \
           (Word info, const char* key, int most, char* value, int* flag))                         \
    CALLED(set_info, "PMPI_Info_set", int, (Word info, const char* key, const char* value))        \
    CALLED(process, "ompi_group_get_proc_ptr_raw", Word, (Word group, int rank))                   \
    /* Topologies. */                                                                              \
    CALLED(topology, "PMPI_Topo_test", int, (Word comm, int* kind))                                \
    CALLED(dimensions, "PMPI_Cartdim_get", int, (Word comm, int* n))                               \
    CALLED(shift, "PMPI_Cart_shift", int, (Word comm, int dimension, int by, int* from, int* to))  \
    CALLED(graph_count, "PMPI_Graph_neighbors_count", int, (Word comm, int rank, int* n))          \
    CALLED(graph_neighbours, "PMPI_Graph_neighbors", int,                                          \
           (Word comm, int rank, int n, int* neighbours))                                          \
    CALLED(dist_count, "PMPI_Dist_graph_neighbors_count", int,                                     \
           (Word comm, int* n_from, int* n_to, int* is_weighted))                                  \
    CALLED(                                                                                        \
        dist_neighbours, "PMPI_Dist_graph_neighbors", int,                                         \
        (Word comm, int n_from, int* from, int* from_weights, int n_to, int* to, int* to_weights))
#define HP_MPI_SENT (Word data, Word count, Word type, int peer, int tag, Word comm, void* request)

typedef struct {
    int is_known;
    int is_mpich;
    Word world, self, null_comm, null_info, no_op;
    int any_source, proc_null, root;
    int no_precede, no_check;   /* bits of assertions */
    int exclusive;              /* lock */
    unsigned source_at, tag_at; /* offsets of the two fields in a status */
    Word none, none_too;        /* the values by which a caller ignores the status */
    int graph, cart;            /* results of the function `topology` */
    const Word* own_process;    /* what the function `process` returns for this process */
#define MEMBER(member, function, type, params) type(*member) params;
    HP_MPI_CALLED(MEMBER)
#undef MEMBER
} MpiLibrary;

/* Valid after hw_mpi_find_library(). */
extern MpiLibrary hw_mpi __attribute__((visibility("hidden")));
void hw_mpi_find_library(void);

/* The process that has this rank in a group, as Open MPI numbers processes: job << 32 | rank. A
 * function of Open MPI itself is asked, because MPI's functions tell only ranks in groups, and no
 * group contains the processes of all jobs. Valid only if hw_mpi_knows_processes(). */
unsigned long hw_mpi_process(Word group, int rank);
int hw_mpi_knows_processes(void);

Word hw_mpi_world(void);
/* Reads a handle from memory. */
Word hw_mpi_handle(const void* at);
/* Returns a handle that was passed in a register. If handles are ints, only the lower half of the
   register counts. */
Word hw_mpi_passed_handle(Word handle);
/* The sizes of a handle and of a status in an array, in bytes. */
unsigned long hw_mpi_handle_size(void);
unsigned long hw_mpi_status_size(void);

#endif
