/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/tool/handles.h"

#include "hpcmp/base/tables.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"

typedef struct {
    VgHashNode node; /* key: who has made it */
    ULong n;
} MadeBy;

static VgHashTable* g_comms;

MpiComm* hp_mpi_comm(UWord handle) {
    return g_comms == NULL ? NULL : VG_(HT_lookup)(g_comms, handle);
}

/*------------------------------------------------------------*/
/*--- Names                                                 ---*/
/*------------------------------------------------------------*/

/* The job of this world if it was spawned, else NULL. The world with which a job began is not named
   after the job. */
static const HChar* spawned_job(void) {
    return VG_(getenv)("OMPI_PARENT_PORT") == NULL ? NULL : VG_(getenv)("PMIX_NAMESPACE");
}

static HChar* name_in_world(const HChar* what) {
    const HChar* job = spawned_job();
    HChar* name = VG_(malloc)("hp.mpi.name", VG_(strlen)(what) + (job ? VG_(strlen)(job) : 0) + 2);
    VG_(sprintf)(name, "%s%s%s", what, job == NULL ? "" : " ", job == NULL ? "" : job);
    return name;
}

static HChar* name_of(UWord parent, const HpMpiComm* facts) {
    if (parent == HP_MPI_WORLD)
        return name_in_world("world");
    if (parent != HP_MPI_SELF)
        return hp_mpi_name_of_made(hp_mpi_comm(parent), facts);
    /* No other process has this one's own. */
    const MpiComm self = {.name = name_in_world("self")};
    HChar* name = hp_mpi_name_of_made(&self, facts);
    VG_(free)(self.name);
    return name;
}

static HChar* name_with_spawned(const MpiComm* parent) {
    HChar what[40];
    VG_(sprintf)(what, "%llu spawned", parent->n_rounds);
    return hp_mpi_name_in(parent, what, NULL);
}

Bool hp_mpi_append_spawn(const MpiComm* parent, HChar* text, SizeT room) {
    HChar* name = name_with_spawned(parent);
    const SizeT used = VG_(strlen)(text);
    const Bool fits = used + sizeof HP_MPI_SPAWNED_VARIABLE "=\n" + VG_(strlen)(name) <= room;
    if (fits)
        VG_(sprintf)(text + used, "%s" HP_MPI_SPAWNED_VARIABLE "=%s", used > 0 ? "\n" : "", name);
    VG_(free)(name);
    return fits;
}

UWord hp_mpi_own_process(void) {
    const HChar* job = VG_(getenv)("PMIX_NAMESPACE");
    const HChar* rank = VG_(getenv)("PMIX_RANK");
    if (job == NULL || rank == NULL)
        return 0;
    return (UWord)VG_(strtoll10)(job, NULL) << 32 | (UWord)VG_(strtoll10)(rank, NULL);
}

/* Members call such functions of the same members in the same order. */
static ULong count_made_by(MpiComm* parent, UWord members) {
    MadeBy* made = hp_table_find_or_add(parent->made, members, "hp.mpi.made", sizeof *made);
    return ++made->n;
}

/*------------------------------------------------------------*/
/*--- Begin and end                                         ---*/
/*------------------------------------------------------------*/

static void cancel(MpiOperation* epoch) {
    if (epoch != NULL)
        hp_mpi_drop_operation(epoch);
}

/* The program has no handle for it any more. */
static void give_up(MpiComm* comm) {
    cancel(comm->epochs.exposed);
    cancel(comm->epochs.accessing);
    cancel(comm->epochs.accessed);
    hp_mpi_drop_comm(comm);
}

void hp_mpi_comm_end(UWord handle) {
    MpiComm* comm = g_comms == NULL ? NULL : VG_(HT_remove)(g_comms, handle);
    if (comm != NULL)
        give_up(comm);
}

/* A communicator that had this handle before has ended, though the program has not freed it. */
static void begin(UWord handle, HChar* name, const HpMpiComm* facts) {
    if (g_comms == NULL)
        g_comms = VG_(HT_construct)("hp.mpi.comms");
    hp_mpi_comm_end(handle);
    MpiComm* comm = hp_table_add(g_comms, handle, "hp.mpi.comm", sizeof *comm);
    comm->name = name;
    comm->facts = *facts;
    comm->n_users = 1;
    comm->objects = VG_(HT_construct)("hp.mpi.objects");
    comm->made = VG_(HT_construct)("hp.mpi.made");
    comm->posted = VG_(newXA)(VG_(malloc), "hp.mpi.posted", VG_(free), sizeof(void*));
}

void hp_mpi_comm_begin(UWord handle, UWord parent, const HpMpiComm* facts) {
    const MpiComm* from = parent <= HP_MPI_SELF ? NULL : hp_mpi_comm(parent);
    if (parent > HP_MPI_SELF && from == NULL)
        return;
    HpMpiComm own = *facts;
    if (from != NULL && hp_mpi_is_between(from)) /* its groups are called as the parent's */
        own.is_a = from->facts.is_a;
    begin(handle, name_of(parent, &own), &own);
}

void hp_mpi_comm_begin_spawned(UWord handle, UWord parent, const HpMpiComm* facts) {
    const MpiComm* from = parent == 0 ? NULL : hp_mpi_comm(parent);
    const HChar* told = parent == 0 ? VG_(getenv)(HP_MPI_SPAWNED_VARIABLE) : NULL;
    if (from != NULL)
        begin(handle, name_with_spawned(from), facts);
    else if (told != NULL)
        begin(handle, VG_(strdup)("hp.mpi.name", told), facts);
}

/* All processes that can meet have this parent in common, even if they are of several worlds. */
static MpiComm* parent_of_worlds(void) {
    static MpiComm worlds = {.name = (HChar*)"worlds"};
    if (worlds.made == NULL)
        worlds.made = VG_(HT_construct)("hp.mpi.made");
    return &worlds;
}

void hp_mpi_make_comm_of_group(UWord handle, UWord parent, const HpMpiComm* facts, UWord members) {
    MpiComm* from = parent == HP_MPI_WORLDS ? parent_of_worlds() : hp_mpi_comm(parent);
    if (from == NULL)
        return;
    HChar what[40];
    VG_(sprintf)(what, "%lx.%llu", members, count_made_by(from, members));
    begin(handle, hp_mpi_name_in(from, what, facts), facts);
}

static void begin_made(const MpiMade* made) {
    if (!VG_(am_is_valid_for_client)(made->at, made->handle_size, VKI_PROT_READ)) {
        VG_(free)(made->name);
        return;
    }
    const UWord handle =
        made->handle_size == sizeof(UInt) ? *(const UInt*)made->at : *(const UWord*)made->at;
    begin(handle, made->name, &made->facts);
}

void hp_mpi_complete(Thread* t, MpiOperation* operation, Word from, Word tag) {
    const MpiMade made = operation->made;
    operation->made.name = NULL;
    hp_mpi_end_operation(t, operation, from, tag);
    if (made.name != NULL)
        begin_made(&made);
}
