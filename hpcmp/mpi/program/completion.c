/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls that wait for requests, or that test whether requests are complete. When such a call
 * completes a request, the request's handle may immediately be used for another request. So the
 * tool forgets the handles before the call. After the call, the tool is told again the handles of
 * requests that are not complete.
 */
#include <sys/syscall.h>

#include "hpcmp/mpi/program/library.h"
#include "hpcmp/mpi/program/operations.h"
#include "hpcmp/mpi/program/wrapper.h"

typedef struct {
    Word handle;
    Operation operation;
    int is_complete; /* as Waitsome says */
} Begun;

static void yield(void) {
    long number_and_result = SYS_sched_yield;
    __asm__ volatile("syscall" : "+a"(number_and_result) : : "rcx", "r11", "memory");
}

/* Another thread may be looking at it. */
static Begun take(const char* request) {
    const Word handle = hw_mpi_handle(request);
    Operation operation;
    while ((operation = ASK(MPI_TAKE, handle)) == HP_MPI_LOOKED_AT)
        yield();
    return (Begun){handle, operation, 0};
}

static void give_back(const Begun* begun) {
    if (begun->operation != 0)
        TELL(MPI_REQUEST, begun->handle, begun->operation);
}

#define ONE(call, waits, is_complete)                                                              \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    char ours[STATUS_BYTES];                                                                       \
    const Begun begun = take((char*)request);                                                      \
    status = hw_mpi_status(begun.operation, status, ours);                                         \
    if (waits)                                                                                     \
        TELL(MPI_WAIT, begun.operation);                                                           \
    call;                                                                                          \
    if (result != 0 || (is_complete))                                                              \
        hw_mpi_complete(result, begun.operation, (void*)status);                                   \
    else                                                                                           \
        give_back(&begun);

#define WAIT_ONE(call) ONE(call, 1, 1)
#define TEST_ONE(call) ONE(call, 0, *flag)

/*------------------------------------------------------------*/
/*--- Several                                               ---*/
/*------------------------------------------------------------*/

static Word take_all(Word requests, int n, Begun* begun) {
    Word any = 0;
    for (int i = 0; i < n; i++) {
        begun[i] = take((const char*)requests + (unsigned)i * hw_mpi_handle_size());
        any |= begun[i].operation;
    }
    return any;
}

static void complete(int result, Begun* begun, const char* statuses, int i) {
    hw_mpi_complete(result, begun->operation, statuses + (unsigned)i * hw_mpi_status_size());
    begun->operation = 0;
}

/* n of them: those that which says, one after the other if it is NULL. */
static void complete_all(int result, Begun* begun, const char* statuses, int n, const int* which) {
    for (int i = 0; result == 0 && i < n; i++)
        hw_mpi_note_status(begun[which != 0 ? which[i] : i].operation,
                           statuses + (unsigned)i * hw_mpi_status_size());
    for (int i = 0; i < n; i++)
        complete(result, &begun[which != 0 ? which[i] : i], statuses, i);
}

/* Gives all operations back but the complete one, so that other calls can look at them. */
static void give_back_but(const Begun* begun, int n, int complete) {
    for (int i = 0; i < n; i++)
        if (i != complete)
            give_back(&begun[i]);
}

/* Where to put what a call with several requests is about: on the stack if they are few, else
 * where the tool has room. */
enum { FEW = 64 };
typedef struct {
    Begun* begun;
    char* statuses;
} Room;

static Room room_for(int n, Begun* few, char* few_statuses) {
    if (n <= FEW)
        return (Room){few, few_statuses};
    const unsigned long many = (unsigned long)n;
    Begun* begun = (Begun*)ASK(MPI_ROOM, many * (sizeof *begun + STATUS_BYTES));
    return (Room){begun, (char*)(begun + many)};
}

static void give_up(const Room* room, const Begun* few) {
    if (room->begun != few)
        TELL(MPI_NO_ROOM, room->begun);
}

static void give_back_others(Begun* begun, int n, const int* which, int n_complete) {
    for (int i = 0; i < n_complete; i++)
        begun[which[i]].is_complete = 1;
    for (int i = 0; i < n; i++)
        if (!begun[i].is_complete)
            give_back(&begun[i]);
}

/* Begins a call that is about n requests. `wanted` is its parameter that says where to put one
 * status, or several. */
#define ENTER_SEVERAL(waits, wanted)                                                               \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    Begun few[FEW];                                                                                \
    char few_statuses[FEW * STATUS_BYTES];                                                         \
    const Room room = room_for(n, few, few_statuses);                                              \
    Begun* const begun = room.begun;                                                               \
    const Word any = take_all(requests, n, begun);                                                 \
    wanted = hw_mpi_status(any, wanted, room.statuses);                                            \
    if (waits)                                                                                     \
        TELL(MPI_WAIT, any);

#define ALL(call, waits, are_complete)                                                             \
    ENTER_SEVERAL(waits, statuses);                                                                \
    call;                                                                                          \
    if (result != 0 || (are_complete))                                                             \
        complete_all(result, begun, (char*)statuses, any != 0 ? n : 0, 0);                         \
    else                                                                                           \
        give_back_but(begun, n, -1);                                                               \
    give_up(&room, few);

#define ANY(call, waits, is_complete)                                                              \
    ENTER_SEVERAL(waits, status);                                                                  \
    call;                                                                                          \
    const int is_one = result == 0 && (is_complete) && *index >= 0 && *index < n;                  \
    const int done = is_one ? *index : -1;                                                         \
    give_back_but(begun, n, done);                                                                 \
    if (done >= 0)                                                                                 \
        complete(result, &begun[done], (char*)status, 0);                                          \
    give_up(&room, few);

/* The call says which requests are complete; their statuses stand one after the other. */
#define SOME(call, waits)                                                                          \
    ENTER_SEVERAL(waits, statuses);                                                                \
    call;                                                                                          \
    const int n_done = any != 0 && result == 0 && *n_complete > 0 ? *n_complete : 0;               \
    give_back_others(begun, n, which, n_done);                                                     \
    complete_all(result, begun, (char*)statuses, n_done, which);                                   \
    give_up(&room, few);

#define WAIT_ALL(call) ALL(call, 1, 1)
#define TEST_ALL(call) ALL(call, 0, *flag)
#define WAIT_ANY(call) ANY(call, 1, 1)
#define TEST_ANY(call) ANY(call, 0, *flag)
#define WAIT_SOME(call) SOME(call, 1)
#define TEST_SOME(call) SOME(call, 0)

/*------------------------------------------------------------*/
/*--- Given up                                              ---*/
/*------------------------------------------------------------*/

#define FREE_REQUEST(call)                                                                         \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    const Begun begun = take((char*)request);                                                      \
    TELL(MPI_FREED, begun.handle, begun.operation);                                                \
    call;

/* It may be complete all the same, as what completes it tells. */
#define CANCEL_REQUEST(call)                                                                       \
    TELL(MPI_ENTER, 0, 0);                                                                         \
    TELL(MPI_CANCEL, hw_mpi_handle((void*)request));                                               \
    call;

#include "hpcmp/mpi/program/functions.h"
