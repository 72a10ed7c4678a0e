/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The implementation of MPI that the program uses: its handles, its statuses, and
 * functions of it that we call.
 */
#include "hpcmp/preload/mpi/mpi.h"

/* Of the C library; without libdl in an old one it is not there. */
extern void* dlsym(void* from, const char* name) __attribute__((weak));

typedef int (*CommToInt)(Word comm, int* result);

static struct {
    int is_known;
    int is_mpich;
    Word world, self;
    int any_source, proc_null;
    unsigned source_at, tag_at; /* bytes in a status */
    Word none, none_too;        /* a status that is ignored */
    CommToInt rank, size, is_inter, type_size;
    int (*look)(Word request, int* flag, void* status);
    int (*is_cancelled)(const void* status, int* flag);
    int (*group)(Word comm, void* group);
    int (*translate)(Word group, int n, const int* ranks, Word other, int* others);
    int (*free_group)(void* group);
} g_mpi;

/* A library that was loaded for a plugin alone is found by the tool only. */
static void* find(const char* name) {
    void* found = dlsym != 0 ? dlsym(0, name) : 0;
    return found != 0 ? found : (void*)ASK(FIND_FUNCTION, name, 0, 0);
}

static void find_functions(void) {
    g_mpi.rank = (CommToInt)find("PMPI_Comm_rank");
    g_mpi.size = (CommToInt)find("PMPI_Comm_size");
    g_mpi.is_inter = (CommToInt)find("PMPI_Comm_test_inter");
    g_mpi.type_size = (CommToInt)find("PMPI_Type_size");
    g_mpi.look = find("PMPI_Request_get_status");
    g_mpi.is_cancelled = find("PMPI_Test_cancelled");
    g_mpi.group = find("PMPI_Comm_group");
    g_mpi.translate = find("PMPI_Group_translate_ranks");
    g_mpi.free_group = find("PMPI_Group_free");
}

static void find_library(void) {
    if (g_mpi.is_known)
        return;
    g_mpi.world = (Word)find("ompi_mpi_comm_world");
    g_mpi.is_mpich = g_mpi.world == 0;
    if (g_mpi.is_mpich) {
        g_mpi.world = 0x44000000;
        g_mpi.self = 0x44000001;
        g_mpi.any_source = -2;
        g_mpi.proc_null = -1;
        g_mpi.source_at = 8;
        g_mpi.tag_at = 12;
        g_mpi.none_too = 1;
    } else {
        g_mpi.self = (Word)find("ompi_mpi_comm_self");
        g_mpi.any_source = -1;
        g_mpi.proc_null = -2;
        g_mpi.tag_at = 4;
    }
    find_functions();
    g_mpi.is_known = 1;
}

Word hp_mpi_passed(Word handle) {
    find_library();
    return g_mpi.is_mpich ? (unsigned)handle : handle;
}

Word hp_mpi_world(void) {
    find_library();
    return g_mpi.world;
}

Word hp_mpi_handle(const void* at) {
    find_library();
    return g_mpi.is_mpich ? *(const unsigned*)at : *(const Word*)at;
}

unsigned long hp_mpi_handle_size(void) {
    find_library();
    return g_mpi.is_mpich ? sizeof(unsigned) : sizeof(Word);
}

/* Five ints; or five, and a size. */
unsigned long hp_mpi_status_size(void) {
    find_library();
    return g_mpi.is_mpich ? 20 : 24;
}

/*------------------------------------------------------------*/
/*--- Communicators                                         ---*/
/*------------------------------------------------------------*/

/* The rank in MPI_COMM_WORLD of who has rank 0, by which members that have made
 * several at once tell theirs. */
static int first_of(Word comm) {
    Word group = 0, all = 0;
    int first = 0, in_world = -1;
    g_mpi.group(comm, &group);
    g_mpi.group(g_mpi.world, &all);
    g_mpi.translate(group, 1, &first, all, &in_world);
    g_mpi.free_group(&group);
    g_mpi.free_group(&all);
    return in_world;
}

static void begins(Word parent, Word comm) {
    HpMpiComm facts = {0, 0, 0};
    int is_inter = 0;
    g_mpi.is_inter(comm, &is_inter);
    if (is_inter)
        return;
    g_mpi.rank(comm, &facts.rank);
    g_mpi.size(comm, &facts.size);
    facts.first = first_of(comm);
    TELL_MPI(COMM_BEGINS, comm, parent, &facts, 0);
}

void hp_mpi_use(Word comm) {
    if (!ASK_MPI(COMM_IS_KNOWN, comm, 0, 0, 0) && (comm == g_mpi.world || comm == g_mpi.self))
        begins(comm == g_mpi.world ? HP_MPI_WORLD : HP_MPI_SELF, comm);
}

/* A member of the parent that is none of the new one has a null handle. */
void hp_mpi_made(Word parent, const void* comm) {
    const Word made = hp_mpi_handle(comm);
    const Word null = g_mpi.is_mpich ? 0x04000000 : (Word)find("ompi_mpi_comm_null");
    if (made != null)
        begins(parent, made);
}

/*------------------------------------------------------------*/
/*--- Messages                                              ---*/
/*------------------------------------------------------------*/

Word hp_mpi_bytes(Word count, Word type) {
    int size = 0;
    g_mpi.type_size(type, &size);
    return (Word)(int)count * (Word)size;
}

void hp_mpi_send(Word comm, Word peer, Word tag, Word count, Word type) {
    const Word of = hp_mpi_passed(comm);
    if ((int)peer == g_mpi.proc_null)
        return;
    hp_mpi_use(of);
    TELL_MPI(SEND, of, (int)peer, (int)tag, hp_mpi_bytes(count, type));
}

Operation hp_mpi_post(Word comm, Word peer, Word tag) {
    const Word of = hp_mpi_passed(comm);
    if ((int)peer == g_mpi.proc_null)
        return 0;
    hp_mpi_use(of);
    return ASK_MPI(POST, of, (int)peer == g_mpi.any_source ? -1 : (int)peer, (int)tag, 0);
}

void* hp_mpi_status(Word callers, void* ours) {
    find_library();
    return callers == g_mpi.none || callers == g_mpi.none_too ? ours : (void*)callers;
}

static int field(const void* status, unsigned at) {
    return *(const int*)((const char*)status + at);
}

Operation hp_mpi_post_for(Word comm, const void* status) {
    return hp_mpi_post(comm, (Word)field(status, g_mpi.source_at),
                       (Word)field(status, g_mpi.tag_at));
}

void hp_mpi_begun(Word result, Word request, Operation operation) {
    if (operation == 0)
        return;
    if ((int)result == 0)
        TELL_MPI(REQUEST, hp_mpi_handle((void*)request), operation, 0, 0);
    else
        TELL_MPI(CANCELLED, operation, 0, 0, 0);
}

static int is_cancelled(Operation operation, const void* status) {
    int is = 0;
    if (ASK_MPI(MAY_BE_CANCELLED, operation, 0, 0, 0))
        g_mpi.is_cancelled(status, &is);
    return is;
}

void hp_mpi_seen(Operation operation, const void* status) {
    if (operation != 0 && !is_cancelled(operation, status))
        TELL_MPI(SEEN, operation, field(status, g_mpi.source_at), field(status, g_mpi.tag_at), 0);
}

/* The number of what a receive has taken follows from what those have that were posted
 * before.  Some of them may be complete, and the program has not asked for them yet. */
static void look_at_earlier(Operation operation) {
    Word request = 0;
    Operation earlier;
    for (int n = 0; (earlier = ASK_MPI(OPEN, operation, n, &request, 0)) != 0;) {
        char status[STATUS_BYTES];
        int is_complete = 0;
        g_mpi.look(request, &is_complete, status);
        if (is_complete)
            hp_mpi_seen(earlier, status);
        else
            n++;
    }
}

void hp_mpi_completed(Word result, Operation operation, const void* status) {
    if (operation == 0)
        return;
    if ((int)result != 0 || is_cancelled(operation, status)) {
        TELL_MPI(CANCELLED, operation, 0, 0, 0);
        return;
    }
    look_at_earlier(operation);
    TELL_MPI(COMPLETED, operation, field(status, g_mpi.source_at), field(status, g_mpi.tag_at), 0);
}
