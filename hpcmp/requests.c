/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/requests.h"

#include "hpcmp/base/core.h"
#include "hpcmp/client/hpcmp.h"
#include "hpcmp/heap/custom.h"
#include "hpcmp/mpi/tool/mpi.h"
#include "hpcmp/runtimes/omp.h"
#include "hpcmp/runtimes/tbb.h"
#include "hpcmp/sync/annotations.h"
#include "hpcmp/sync/posix.h"
#include "hpcmp/sync/user.h"
#include "shared/client_requests.h"

/* Answers the preload library, which asks where a function is. */
static Bool library_request(Thread* t, const UWord* arg, UWord* result) {
    SymAVMAs found = {0};
    if (arg[0] != HP_REQ_FIND_FUNCTION)
        return False;
    VG_(lookup_symbol_SLOW)(VG_(current_DiEpoch)(), "*", (const HChar*)arg[1], &found);
    *result = found.main;
    return True;
}

/* Requests from a number on, to the next one's.  A handler says whether it knows the
   request. */
typedef struct {
    UWord first;
    Bool (*handle)(Thread* t, const UWord* arg, UWord* result);
} RequestRange;

static Bool nobodys(Thread* t, const UWord* arg, UWord* result) {
    return False;
}

/* Ascending. */
static const RequestRange g_ranges[] = {
    {0, nobodys},
    {VG_USERREQ__MALLOCLIKE_BLOCK, hp_custom_request}, /* of Valgrind's core */
    {VG_USERREQ_TOOL_BASE('D', 'R'), hp_annotation},
    {VG_USERREQ_TOOL_BASE('H', 'G'), hp_annotation},
    {VG_USERREQ_TOOL_BASE('H', 'P'), hp_user_request},
    {HP_REQ_BASE, hp_posix_request},
    {HP_REQ_ONCE_BASE, hp_once_request},
    {HP_REQ_LIBRARY_BASE, library_request},
    {HP_REQ_OMP_BASE, hp_omp_request},
    {HP_REQ_TBB_BASE, hp_tbb_request},
    {HP_REQ_MPI_BASE, hp_mpi_request},
    {VG_USERREQ_TOOL_BASE('H', 'P' + 1), nobodys},
};

static Bool handle(ThreadId tid, UWord* arg, UWord* result) {
    UInt i = sizeof g_ranges / sizeof *g_ranges - 1;
    while (arg[0] < g_ranges[i].first)
        i--;
    *result = 0;
    return g_ranges[i].handle(hp_thread(tid), arg, result);
}

void hp_requests_init(void) {
    VG_(needs_client_requests)(handle);
}
