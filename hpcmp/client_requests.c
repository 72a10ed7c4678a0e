/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/client_requests.h"

#include "hpcmp/atomics/fences.h"
#include "hpcmp/base/core.h"
#include "hpcmp/client/hpcmp.h"
#include "hpcmp/heap/custom.h"
#include "hpcmp/mpi/tool/edges.h"
#include "hpcmp/mpi/tool/handles.h"
#include "hpcmp/mpi/tool/moves.h"
#include "hpcmp/mpi/tool/mpi_calls.h"
#include "hpcmp/mpi/tool/persistent.h"
#include "hpcmp/mpi/tool/rounds.h"
#include "hpcmp/mpi/tool/window_locks.h"
#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/posix/tool/conditions.h"
#include "hpcmp/posix/tool/once.h"
#include "hpcmp/processes/monitor.h"
#include "hpcmp/sync/annotations.h"
#include "hpcmp/sync/barriers.h"
#include "hpcmp/sync/fork_join.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/sync/semaphores.h"
#include "hpcmp/sync/user.h"
#include "hpcmp/tbb/tool/tbb.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/waiting.h"
#include "shared/client_requests.h"

/*------------------------------------------------------------*/
/*--- Of the preload library                                ---*/
/*------------------------------------------------------------*/

static Addr find_function(const HChar* name) {
    SymAVMAs found = {0};
    VG_(lookup_symbol_SLOW)(VG_(current_DiEpoch)(), "*", name, &found);
    return found.main;
}

/* client_requests.def calls a pointer to an operation so. */
typedef MpiOperation* Operation;

/* When a call is made, as client_requests.def has it. */
#define ALWAYS(call) call
#define OUTSIDE(call)                                                                              \
    if (!hp_is_in_runtime(t) && !hp_is_called_by_runtime(t))                                       \
    call
#define IN_MPI(call)                                                                               \
    if (hp_mpi_is_outermost(t))                                                                    \
    call
#define ON_COMM(call)                                                                              \
    MpiComm* comm = hp_mpi_called_on(t, handle);                                                   \
    if (comm != NULL)                                                                              \
    call

#define DECODED(i, argument)                                                                       \
    __attribute__((unused)) HP_ARGUMENT argument = (HP_ARGUMENT_TYPE argument)arg[i];
#define REQUESTS_FROM(room, n)
#define TOLD(ID, when, call, ...)                                                                  \
    case HP_REQ_##ID: {                                                                            \
        HP_ARGUMENTS(, DECODED, DECODED, ##__VA_ARGS__)                                            \
        when(call);                                                                                \
        return True;                                                                               \
    }
#define ASKED(ID, when, call, ...) TOLD(ID, when, *result = (UWord)(call), ##__VA_ARGS__)

static Bool library_request(Thread* t, const UWord* arg, UWord* result) {
    switch (arg[0]) {
#include "shared/client_requests.def"
    default: return False;
    }
}

/*------------------------------------------------------------*/
/*--- All                                                   ---*/
/*------------------------------------------------------------*/

/* Requests from a number on, to the next one's.  A handler says whether it knows the
   request. */
typedef struct {
    UWord first;
    Bool (*handle)(Thread* t, const UWord* arg, UWord* result);
} RequestRange;

static Bool refuse_request(Thread* t, const UWord* arg, UWord* result) {
    return False;
}

/* Ascending. */
static const RequestRange g_ranges[] = {
    {0, refuse_request},
    {VG_USERREQ__GDB_MONITOR_COMMAND, hp_monitor_request}, /* of Valgrind's core ... */
    {VG_USERREQ__GDB_MONITOR_COMMAND + 1, refuse_request},
    {VG_USERREQ__MALLOCLIKE_BLOCK, hp_custom_request}, /* ... too */
    {VG_USERREQ_TOOL_BASE('D', 'R'), hp_annotation_request},
    {VG_USERREQ_TOOL_BASE('H', 'G'), hp_annotation_request},
    {VG_USERREQ_TOOL_BASE('H', 'P'), hp_user_request},
    {HP_REQ_BASE, library_request},
    {VG_USERREQ_TOOL_BASE('H', 'P' + 1), refuse_request},
};

static Bool handle(ThreadId tid, UWord* arg, UWord* result) {
    UInt i = sizeof g_ranges / sizeof *g_ranges - 1;
    while (arg[0] < g_ranges[i].first)
        i--;
    *result = 0;
    return g_ranges[i].handle(hp_thread(tid), arg, result);
}

void hp_client_requests_init(void) {
    VG_(needs_client_requests)(handle);
}
