/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Windows. The tool treats a window as a communicator that was made in a round of another
 * communicator. The window's fences are its rounds.
 */
#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/members.h"
#include "hpcmp/mpi/program/rounds.h"

static void tell_made(Word parent, const void* window) {
    const Word of = hw_mpi_passed_handle(parent);
    HpMpiComm facts = hw_mpi_facts(of, of);
    facts.is_window = 1;
    TELL(MPI_COMM_BEGINS, hw_mpi_handle(window), of, &facts);
}

/* Makes a window of the ranks of comm. */
#define MAKE_WINDOW(call)                                                                          \
    IN_ROUND(call, 0, hw_mpi_arrive(comm, HP_MPI_ALL, 0));                                         \
    if (result == 0 && round != 0)                                                                 \
        tell_made(comm, (void*)made);

/* Nobody leaves it before all have come, in both implementations. */
static Operation arrive_last(const void* window) {
    const Word handle = hw_mpi_handle(window);
    const Operation round = hw_mpi_arrive(handle, HP_MPI_ALL, 0);
    TELL(MPI_COMM_ENDS, handle);
    return round;
}

#define FREE_WINDOW(call) IN_ROUND(call, 0, arrive_last((void*)window))

/* A fence that ends nothing need not wait for others (MPI 3.1, section 11.5.1). */
static Operation arrive_at_fence(int assertion, Word window) {
    hw_mpi_find_library();
    const int may_pass = (assertion & hw_mpi.no_precede) != 0;
    return hw_mpi_arrive(window, may_pass ? HP_MPI_NOBODY : HP_MPI_ALL, 0);
}

#define FENCE(call) IN_ROUND(call, 0, arrive_at_fence(assertion, window))

/*------------------------------------------------------------*/
/*--- Exposed to some                                       ---*/
/*------------------------------------------------------------*/

enum { FEW = 64 };

typedef struct {
    int* ranks; /* in the window */
    int n;
} Members;

/* The members of a group, by their ranks in the window. few: room for FEW numbers, twice. */
static Members members_of(Word group, Word window, int* few) {
    Members members = {few, 0};
    Word all = 0;
    hw_mpi.group_size(group, &members.n);
    if (members.n > FEW)
        members.ranks = (int*)ASK(MPI_ROOM, 2 * sizeof(int) * (unsigned long)members.n);
    int* const own = members.ranks + members.n;
    for (int i = 0; i < members.n; i++)
        own[i] = i;
    hw_mpi.window_group(window, &all);
    hw_mpi.translate(group, members.n, own, all, members.ranks);
    hw_mpi.free_group(&all);
    return members;
}

static void give_up(const Members* members, const int* few) {
    if (members->ranks != few)
        TELL(MPI_NO_ROOM, members->ranks);
}

static void begin_exposure(Word group, Word window) {
    const Word of = hw_mpi_passed_handle(window);
    int few[2 * FEW];
    if (!ASK(MPI_COMM_IS_KNOWN, of))
        return;
    const Members origins = members_of(hw_mpi_passed_handle(group), of, few);
    TELL(MPI_EXPOSES, of, origins.ranks, origins.n);
    give_up(&origins, few);
}

#define EXPOSE(call)                                                                               \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    begin_exposure(group, window);                                                                 \
    call;

static void begin_access(Word group, int assertion, Word window) {
    const Word of = hw_mpi_passed_handle(window);
    int few[2 * FEW];
    if (!ASK(MPI_COMM_IS_KNOWN, of))
        return;
    const Members targets = members_of(hw_mpi_passed_handle(group), of, few);
    TELL(MPI_ACCESSES, of, targets.ranks, targets.n, (assertion & hw_mpi.no_check) == 0);
    give_up(&targets, few);
}

#define ACCESS(call)                                                                               \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0)                                                                               \
        begin_access(group, assertion, window);

/* A target may let it begin late, but not end before it exposes its window. */
#define COMPLETE_ACCESS(call) IN_ROUND(call, 0, ASK(MPI_COMPLETES, hw_mpi_passed_handle(window)))

#define WAIT_WHILE_EXPOSED(call) IN_ROUND(call, 0, ASK(MPI_EXPOSED, hw_mpi_passed_handle(window)))

#define TEST_WHETHER_EXPOSED(call)                                                                 \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    call;                                                                                          \
    if (result == 0 && *flag)                                                                      \
        hw_mpi_depart(ASK(MPI_EXPOSED, hw_mpi_passed_handle(window)));

#include "hpcmp/mpi/program/functions.h"
