/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Waiting for what has been begun, and looking whether it is complete.  A handle may be
 * another request's as soon as the call that completes it has it: so the tool forgets the
 * handles before the call, and is told again of those that are not complete behind it.
 */
#include "hpcmp/preload/mpi/mpi.h"

#include <sys/syscall.h>

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
    const Word handle = hp_mpi_handle(request);
    Operation operation;
    while ((operation = ASK_MPI(TAKE, handle, 0, 0, 0)) == HP_MPI_LOOKED_AT)
        yield();
    return (Begun){handle, operation, 0};
}

static void give_back(const Begun* begun) {
    if (begun->operation != 0)
        TELL_MPI(REQUEST, begun->handle, begun->operation, 0, 0);
}

WRAP_MPI(Wait, Wait, (Word request, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Begun begun = take((char*)request);
    void* const to = begun.operation != 0 ? hp_mpi_status(status, ours) : (void*)status;
    TELL_MPI(WAIT, begun.operation, 0, 0, 0);
    CALL_FN_W_WW(result, original, request, to);
    hp_mpi_completed(result, begun.operation, to);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Test, Test, (Word request, int* flag, Word status)) {
    OrigFn original;
    Word result;
    char ours[STATUS_BYTES];
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    const Begun begun = take((char*)request);
    void* const to = begun.operation != 0 ? hp_mpi_status(status, ours) : (void*)status;
    CALL_FN_W_WWW(result, original, request, flag, to);
    if ((int)result != 0 || *flag)
        hp_mpi_completed(result, begun.operation, to);
    else
        give_back(&begun);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/*------------------------------------------------------------*/
/*--- Several                                               ---*/
/*------------------------------------------------------------*/

static Word take_all(Word requests, int n, Begun* begun) {
    Word any = 0;
    for (int i = 0; i < n; i++) {
        begun[i] = take((const char*)requests + (unsigned)i * hp_mpi_handle_size());
        any |= begun[i].operation;
    }
    return any;
}

static void complete(Word result, Begun* begun, const char* statuses, int i) {
    hp_mpi_completed(result, begun->operation, statuses + (unsigned)i * hp_mpi_status_size());
    begun->operation = 0;
}

/* n of them: those that which says, one after the other if it is NULL. */
static void complete_all(Word result, Begun* begun, const char* statuses, int n, const int* which) {
    for (int i = 0; (int)result == 0 && i < n; i++)
        hp_mpi_seen(begun[which != 0 ? which[i] : i].operation,
                    statuses + (unsigned)i * hp_mpi_status_size());
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
    Begun* begun = (Begun*)ASK_MPI(ROOM, many * (sizeof *begun + STATUS_BYTES), 0, 0, 0);
    return (Room){begun, (char*)(begun + many)};
}

static void give_up(const Room* room, const Begun* few) {
    if (room->begun != few)
        TELL_MPI(NO_ROOM, room->begun, 0, 0, 0);
}

#define SEVERAL(n)                                                                                 \
    Begun few[FEW];                                                                                \
    char few_statuses[FEW * STATUS_BYTES];                                                         \
    const Room room = room_for(n, few, few_statuses);                                              \
    Begun* const begun = room.begun

WRAP_MPI(Waitall, Waitall, (int n, Word requests, Word statuses)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    SEVERAL(n);
    const Word any = take_all(requests, n, begun);
    char* const to = any != 0 ? hp_mpi_status(statuses, room.statuses) : (void*)statuses;
    TELL_MPI(WAIT, any, 0, 0, 0);
    CALL_FN_W_WWW(result, original, n, requests, to);
    complete_all(result, begun, to, any != 0 ? n : 0, 0);
    give_up(&room, few);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Testall, Testall, (int n, Word requests, int* flag, Word statuses)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    SEVERAL(n);
    const Word any = take_all(requests, n, begun);
    char* const to = any != 0 ? hp_mpi_status(statuses, room.statuses) : (void*)statuses;
    CALL_FN_W_WWWW(result, original, n, requests, flag, to);
    if ((int)result != 0 || *flag)
        complete_all(result, begun, to, any != 0 ? n : 0, 0);
    else
        give_back_but(begun, n, -1);
    give_up(&room, few);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Waitany, Waitany, (int n, Word requests, const int* index, Word status)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    SEVERAL(n);
    const Word any = take_all(requests, n, begun);
    char* const to = any != 0 ? hp_mpi_status(status, room.statuses) : (void*)status;
    TELL_MPI(WAIT, any, 0, 0, 0);
    CALL_FN_W_WWWW(result, original, n, requests, index, to);
    const int done = (int)result == 0 && *index >= 0 && *index < n ? *index : -1;
    give_back_but(begun, n, done);
    if (done >= 0)
        complete(result, &begun[done], to, 0);
    give_up(&room, few);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

WRAP_MPI(Testany, Testany, (int n, Word requests, const int* index, const int* flag, Word status)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    SEVERAL(n);
    const Word any = take_all(requests, n, begun);
    char* const to = any != 0 ? hp_mpi_status(status, room.statuses) : (void*)status;
    CALL_FN_W_5W(result, original, n, requests, index, flag, to);
    const int done = (int)result == 0 && *flag && *index >= 0 && *index < n ? *index : -1;
    give_back_but(begun, n, done);
    if (done >= 0)
        complete(result, &begun[done], to, 0);
    give_up(&room, few);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

static void give_back_others(Begun* begun, int n, const int* which, int n_complete) {
    for (int i = 0; i < n_complete; i++)
        begun[which[i]].is_complete = 1;
    for (int i = 0; i < n; i++)
        if (!begun[i].is_complete)
            give_back(&begun[i]);
}

/* Waitsome and Testsome: which are complete, and their statuses one after the other. */
#define SOME(fn, waits)                                                                            \
    WRAP_MPI(fn, fn,                                                                               \
             (int n, Word requests, const int* n_complete, const int* which, Word statuses)) {     \
        OrigFn original;                                                                           \
        Word result;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        TELL_MPI(ENTER, 0, 0, 0, 0);                                                               \
        SEVERAL(n);                                                                                \
        const Word any = take_all(requests, n, begun);                                             \
        char* const to = any != 0 ? hp_mpi_status(statuses, room.statuses) : (void*)statuses;      \
        if (waits)                                                                                 \
            TELL_MPI(WAIT, any, 0, 0, 0);                                                          \
        CALL_FN_W_5W(result, original, n, requests, n_complete, which, to);                        \
        const int n_done = any != 0 && (int)result == 0 && *n_complete > 0 ? *n_complete : 0;      \
        give_back_others(begun, n, which, n_done);                                                 \
        complete_all(result, begun, to, n_done, which);                                            \
        give_up(&room, few);                                                                       \
        TELL_MPI(LEAVE, 0, 0, 0, 0);                                                               \
        return result;                                                                             \
    }

SOME(Waitsome, 1)
SOME(Testsome, 0)

/*------------------------------------------------------------*/
/*--- Given up                                              ---*/
/*------------------------------------------------------------*/

/* A receive that is still to come is matched all the same. */
WRAP_MPI(Request_free, RequestZufree, (Word request)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(FREED, take((char*)request).handle, 0, 0, 0);
    CALL_FN_W_W(result, original, request);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}

/* It may be complete all the same, as what completes it tells. */
WRAP_MPI(Cancel, Cancel, (Word request)) {
    OrigFn original;
    Word result;
    VALGRIND_GET_ORIG_FN(original);
    TELL_MPI(ENTER, 0, 0, 0, 0);
    TELL_MPI(CANCEL, hp_mpi_handle((void*)request), 0, 0, 0);
    CALL_FN_W_W(result, original, request);
    TELL_MPI(LEAVE, 0, 0, 0, 0);
    return result;
}
