/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/mpi/program/operations.h"

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/wrapper.h"

Word hw_mpi_status(Operation operation, Word callers, void* ours) {
    const int is_ignored = callers == hw_mpi.none || callers == hw_mpi.none_too;
    return operation != 0 && is_ignored ? (Word)ours : callers;
}

static int field(const void* status, unsigned at) {
    return *(const int*)((const char*)status + at);
}

void hw_mpi_begin(int result, Word request, Operation operation) {
    if (operation == 0)
        return;
    if (result == 0)
        TELL(MPI_REQUEST, hw_mpi_handle((void*)request), operation);
    else
        TELL(MPI_CANCELLED, operation);
}

static int is_cancelled(Operation operation, const void* status) {
    int is = 0;
    if (ASK(MPI_MAY_BE_CANCELLED, operation))
        hw_mpi.is_cancelled(status, &is);
    return is;
}

void hw_mpi_note_status(Operation operation, const void* status) {
    if (operation != 0 && !is_cancelled(operation, status))
        TELL(MPI_SEEN, operation, field(status, hw_mpi.source_at), field(status, hw_mpi.tag_at));
}

/* The number of what a receive has taken follows from what those have that were posted
 * before.  Some of them may be complete, and the program has not asked for them yet. */
static void look_at_earlier(Operation operation) {
    Word request = 0;
    Operation earlier;
    for (int n = 0; (earlier = ASK(MPI_OPEN, operation, n, &request)) != 0;) {
        char status[STATUS_BYTES];
        int is_complete = 0;
        hw_mpi.look(request, &is_complete, status);
        if (is_complete)
            hw_mpi_note_status(earlier, status);
        else
            n++;
        TELL(MPI_LOOKED, earlier);
    }
}

void hw_mpi_complete(int result, Operation operation, const void* status) {
    if (operation == 0)
        return;
    if (result != 0 || is_cancelled(operation, status)) {
        TELL(MPI_CANCELLED, operation);
        return;
    }
    look_at_earlier(operation);
    TELL(MPI_COMPLETED, operation, field(status, hw_mpi.source_at), field(status, hw_mpi.tag_at));
}
