/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A call of semop may have several operations. Each operation that adds to a semaphore, or takes
 * from it, is a release with its own number. Tokens that were added first are taken first, and a
 * thread that takes tokens comes after the threads that have added them. This is the weakest
 * possible order, because tokens are all alike. A thread that waits for zero comes after the latest
 * operation of each thread that has taken tokens. Without any one of these operations the value
 * would not be zero. Example: thread 1 adds 2, thread 2 adds 1. Thread 3 takes 2 and comes after
 * thread 1, thread 4 takes 1 and comes after thread 2. Then a wait for zero comes after threads 3
 * and 4.
 *
 * A call that need not wait is made while the thread has the scheduler lock, so that the order of
 * the events is the kernel's. A call that waits may return after other calls that come after it.
 * Then the tool completes the waiting call when it sees these other calls, as if it had returned.
 *
 * If other processes may have the semaphore, the trace also tells how much is added or taken.
 */

#include "hpcmp/ipc/semop.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/machine_clock.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/makers.h"
#include "hpcmp/ipc/semaphore_sets.h"
#include "hpcmp/sync/sources.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "shared/trace_vocabulary.h"

/* An operation that a call has done, to be recorded when the call returns. */
typedef struct {
    SystemVSem* sem;
    ULong n; /* 0: it has waited for zero */
    XArray* sources;
} Taken;

/* A call of semop, or semctl, that has not returned. */
typedef struct {
    ULong began; /* numbers the calls */
    ULong since; /* of the machine's clock: what it does is done later */
    UInt set;
    UInt n_operations;
    struct vki_sembuf* operations;
    Bool waits;       /* in the kernel, until the operations can be done */
    Bool is_complete; /* what it does is recorded as far as it can be before it returns */
    XArray* taken;    /* of Taken */
} SemCall;

HP_THREAD_SLOT(SemCall, call)

enum { MOST_OPERATIONS = 32000 }; /* Linux can be told to allow more, but does not */

/*------------------------------------------------------------*/
/*--- What a call does                                      ---*/
/*------------------------------------------------------------*/

/* For other processes: what the next operation does. */
static void tell(Thread* t, const SystemVSem* sem, const HChar* what, ULong n) {
    HChar text[48];
    VG_(sprintf)(text, "%s%llu", what, n);
    hp_sync_tell_more(t, hp_system_v_object(t, sem), text);
}

/* If the call has not waited, its clock is the one from before the call. */
static ULong release(Thread* t, SystemVSem* sem) {
    const SemCall* call = call_of(t);
    ULong clock = call == NULL || call->waits ? hp_machine_clock() : call->since;
    hp_sync_release_since(t, hp_system_v_object(t, sem), ++sem->n_released, clock);
    return sem->n_released;
}

static XArray* new_taken(SemCall* call, SystemVSem* sem, ULong n) {
    Taken taken = {sem, n, hp_sources_new()};
    VG_(addToXA)(call->taken, &taken);
    return taken.sources;
}

static Bool has_operation(const SemCall* call, const SystemVSem* sem, Bool adds) {
    for (UInt i = 0; i < call->n_operations; i++) {
        const struct vki_sembuf* operation = &call->operations[i];
        if (hp_system_v_find(call->set, operation->sem_num) == sem &&
            (adds ? operation->sem_op > 0 : operation->sem_op < 0))
            return True;
    }
    return False;
}

/* The thread that began first, of those in a call that has waited, adds to this
   semaphore or takes from it, and is not complete; or NULL. */
static Thread* first_in_call(const SystemVSem* sem, Bool adds) {
    return HP_FIRST_THREAD(t,
                           call_of(t) != NULL && call_of(t)->waits && !call_of(t)->is_complete &&
                               has_operation(call_of(t), sem, adds),
                           call_of(t)->began);
}

static void complete(Thread* t);

static void complete_adders(const SystemVSem* sem, ULong value) {
    Thread* t;
    while (sem->value < value && (t = first_in_call(sem, True)) != NULL)
        complete(t);
}

static void complete_takers(const SystemVSem* sem) {
    Thread* t;
    while (sem->value > 0 && (t = first_in_call(sem, False)) != NULL)
        complete(t);
}

static void do_add(Thread* t, SystemVSem* sem, ULong n) {
    tell(t, sem, TRACE_OBJECT_ADDS, n);
    hp_system_v_add(sem, n, t->thid, release(t, sem));
}

static void do_take(Thread* t, SystemVSem* sem, ULong n) {
    complete_adders(sem, n);
    hp_sources_add(sem->takers, t->thid, release(t, sem));
    hp_system_v_take(sem, n, new_taken(call_of(t), sem, n));
}

static void do_wait_for_zero(Thread* t, SystemVSem* sem) {
    complete_takers(sem);
    hp_system_v_take(sem, sem->value, NULL);
    XArray* sources = new_taken(call_of(t), sem, 0);
    for (Word i = 0; i < VG_(sizeXA)(sem->takers); i++) {
        const Source* taker = VG_(indexXA)(sem->takers, i);
        hp_sources_add(sources, taker->thid, taker->seq);
    }
}

static void complete(Thread* t) {
    SemCall* call = call_of(t);
    call->is_complete = True;
    for (UInt i = 0; i < call->n_operations; i++) {
        const struct vki_sembuf* operation = &call->operations[i];
        SystemVSem* sem = hp_system_v_find_or_add(call->set, operation->sem_num);
        Int n = operation->sem_op;
        if ((operation->sem_flg & SEM_UNDO) != 0)
            sem->undo -= n;
        if (n > 0)
            do_add(t, sem, n);
        else if (n < 0)
            do_take(t, sem, -n);
        else
            do_wait_for_zero(t, sem);
    }
}

static void record_taken(Thread* t) {
    for (Word i = 0; i < VG_(sizeXA)(call_of(t)->taken); i++) {
        const Taken* taken = VG_(indexXA)(call_of(t)->taken, i);
        SyncObj* obj = hp_system_v_object(t, taken->sem);
        if (taken->n == 0)
            hp_sync_tell_more(t, obj, TRACE_OBJECT_FINDS_NONE);
        else
            tell(t, taken->sem, TRACE_OBJECT_TAKES, taken->n);
        if (!hp_sources_acquire(t, obj, taken->sources, NULL))
            hp_sync_acquire(t, obj, 0, NULL);
    }
}

/* The call has been made, and returns. */
static void record_return(Thread* t) {
    if (!call_of(t)->is_complete)
        complete(t);
    record_taken(t);
}

/*------------------------------------------------------------*/
/*--- semctl                                                ---*/
/*------------------------------------------------------------*/

static void set_value(Thread* t, UInt set, UInt n, ULong value) {
    SystemVSem* sem = hp_system_v_find_or_add(set, n);
    tell(t, sem, TRACE_OBJECT_SETS, value);
    hp_system_v_reset(sem);
    ULong seq = release(t, sem);
    hp_system_v_add(sem, value, t->thid, seq);
    hp_sources_add(sem->takers, t->thid, seq);
}

static void set_all(Thread* t, UInt set, const UShort* values) {
    UInt n_sems = hp_system_v_size(set);
    if (hp_is_readable((Addr)values, n_sems * sizeof *values))
        for (UInt n = 0; n < n_sems; n++)
            set_value(t, set, n, values[n]);
}

/* The kernel does not use the number of a set again for long. */
static void remove_set(Thread* t, UInt set) {
    SystemVSem* sem;
    for (Word i = 0; (sem = hp_system_v_used(i)) != NULL; i++)
        if (hp_system_v_is_in(sem, set)) {
            hp_object_destroy(t, HP_PRIM_SEMOP, sem->address);
            hp_system_v_reset(sem);
        }
}

static UInt command_of(const UWord* args) {
    return (UInt)args[2] & ~0x100U;
}

static void after_semctl(Thread* t, const UWord* args) {
    switch (command_of(args)) {
    case IPC_RMID: remove_set(t, args[0]); break;
    case SETVAL: set_value(t, args[0], args[1], (UInt)args[3]); break;
    case SETALL: set_all(t, args[0], (const UShort*)args[3]); break;
    default: break;
    }
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

/* The call that t was in will not return, or has returned. */
void hp_semop_exits(Thread* t) {
    SemCall* call = call_of(t);
    if (call == NULL)
        return;
    *call_slot(t) = NULL;
    for (Word i = 0; i < VG_(sizeXA)(call->taken); i++)
        VG_(deleteXA)(((Taken*)VG_(indexXA)(call->taken, i))->sources);
    VG_(deleteXA)(call->taken);
    VG_(free)(call->operations);
    VG_(free)(call);
}

static Bool is_semop(UInt number) {
    return number == __NR_semop || number == __NR_semtimedop;
}

static SemCall* new_call(void) {
    static ULong n_calls;
    SemCall* call = VG_(calloc)("hp.semop.call", 1, sizeof *call);
    call->began = ++n_calls;
    call->since = hp_machine_clock();
    call->taken = VG_(newXA)(VG_(malloc), "hp.semop.taken", VG_(free), sizeof(Taken));
    return call;
}

/* Introduces the semaphore with its value before the call. */
static void introduce(Thread* t, UInt set, UInt n) {
    if (n < hp_system_v_size(set))
        hp_sync_introduce(t, hp_system_v_object(t, hp_system_v_find_or_add(set, n)));
}

/* semop(set, operations, how many, and semtimedop: how long to wait). */
static void begin(Thread* t, const UWord* args) {
    UWord n = args[2];
    SizeT size = n * sizeof(struct vki_sembuf);
    if (n == 0 || n > MOST_OPERATIONS || !hp_is_readable(args[1], size))
        return;
    SemCall* call = new_call();
    call->set = args[0];
    call->n_operations = n;
    call->operations = VG_(malloc)("hp.semop.operations", size);
    VG_(memcpy)(call->operations, (const void*)args[1], size);
    *call_slot(t) = call;
    for (UInt i = 0; i < n; i++)
        introduce(t, call->set, call->operations[i].sem_num);
}

/* semctl(set, which one of it, command, value or values). */
static void begin_control(Thread* t, const UWord* args) {
    if (command_of(args) == SETVAL)
        introduce(t, args[0], args[1]);
    if (command_of(args) == SETALL)
        for (UInt n = hp_system_v_size(args[0]); n > 0; n--)
            introduce(t, args[0], n - 1);
    *call_slot(t) = new_call();
}

void hp_semop_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_SEMOP])
        return;
    hp_semop_exits(t);
    if (hp_is_in_runtime(t))
        return;
    if (is_semop(number))
        begin(t, args);
    else if (number == __NR_semctl)
        begin_control(t, args);
}

/* All the operations, without waiting. */
static SysRes attempt(const SemCall* call, UInt number, const UWord* args) {
    SizeT size = call->n_operations * sizeof(struct vki_sembuf);
    struct vki_sembuf* operations = VG_(malloc)("hp.semop.attempt", size);
    VG_(memcpy)(operations, call->operations, size);
    for (UInt i = 0; i < call->n_operations; i++)
        operations[i].sem_flg |= IPC_NOWAIT;
    SysRes res = VG_(do_syscall)(number, args[0], (UWord)operations, args[2], args[3], 0, 0, 0, 0);
    VG_(free)(operations);
    return res;
}

static Bool may_wait(const SemCall* call) {
    for (UInt i = 0; i < call->n_operations; i++)
        if (call->operations[i].sem_op <= 0 && (call->operations[i].sem_flg & IPC_NOWAIT) == 0)
            return True;
    return False;
}

static Bool make_at_once(Thread* t, UInt number, const UWord* args, SysRes* res) {
    SemCall* call = call_of(t);
    if (call == NULL)
        return False;
    call->since = hp_machine_clock();
    *res = attempt(call, number, args);
    if (!sr_isError(*res))
        complete(t);
    call->waits = sr_isError(*res) && sr_Err(*res) == VKI_EAGAIN && may_wait(call);
    return !call->waits;
}

static Bool make(const KernelCall* call, UWord* error) {
    return is_semop(call->number) && hp_make_with_scheduler_lock(call, make_at_once);
}

void hp_semop_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_SEMOP])
        return;
    if (!sr_isError(res) && call_of(t) != NULL) {
        if (number == __NR_semctl)
            after_semctl(t, args);
        else
            record_return(t);
    }
    hp_semop_exits(t);
}

/* The kernel takes no more than there is, because it does not wait then. */
static void undo(Thread* t, SystemVSem* sem) {
    ULong most = sem->undo < 0 ? -sem->undo : 0;
    ULong n = sem->value < most ? sem->value : most;
    if (sem->undo > 0)
        do_add(t, sem, sem->undo);
    else if (n > 0)
        do_take(t, sem, n);
    sem->undo = 0;
}

/* Records what the kernel undoes when the process ends (SEM_UNDO). */
void hp_semop_process_ends(Thread* t) {
    hp_semop_exits(t);
    *call_slot(t) = new_call();
    SystemVSem* sem;
    for (Word i = 0; (sem = hp_system_v_used(i)) != NULL; i++)
        undo(t, sem);
    record_taken(t);
    hp_semop_exits(t);
}

/* In the child, all values were added by another process. */
void hp_semop_in_child(Thread* unused) {
    HP_FOR_EACH_THREAD (t)
        hp_semop_exits(t);
    SystemVSem* sem;
    for (Word i = 0; (sem = hp_system_v_used(i)) != NULL; i++) {
        ULong value = sem->value;
        hp_system_v_reset(sem);
        sem->n_released = 0;
        hp_system_v_add(sem, value, 0, 0);
    }
}

void hp_semop_init(void) {
    static const HpMaker maker = {.make = make};
    hp_makers_add(&maker);
    hp_semaphore_sets_init();
}
