/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each operation of a call that adds to a semaphore or takes from it is a release of
 * its own number.  What was added first is taken first; who takes comes after who
 * added that.  That is the weakest order, since tokens are alike.  Who waits for
 * zero comes after the latest operation of each thread that took something: if one
 * of them had not been, the value would not be zero.
 *
 * A call that need not wait is made while the thread has the lock, so that the order
 * of the events is the kernel's.  One that waits may return after others that come
 * after it; these complete it for us, as if it had returned.
 */

#include "hpcmp/kernel/semop.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/kernel/attempts.h"
#include "hpcmp/sync/sources.h"
#include "hpcmp/threads/moments.h"

/* What one operation has added and nobody has taken. */
typedef struct {
    ULong n;
    ULong thid;
    ULong seq; /* of the release; 0: it was there, or is of another process */
} Added;

typedef struct {
    VgHashNode node; /* key: of the set, and which one of it */
    Addr address;
    ULong n_released;
    ULong value;
    XArray* added;  /* of Added: what makes up the value, the oldest first */
    XArray* takers; /* of each thread the latest release of what took something */
} SystemVSem;

/* What a call has done and is still to be recorded when it returns. */
typedef struct {
    SystemVSem* sem;
    XArray* sources;
} Taken;

/* A call of semop that has not returned. */
typedef struct _SemCall {
    ULong began; /* numbers the calls */
    UInt set;
    UInt n_operations;
    struct vki_sembuf* operations;
    Bool waits;       /* in the kernel, until the operations can be done */
    Bool is_complete; /* what it does is recorded as far as it can be before it returns */
    XArray* taken;    /* of Taken */
} SemCall;

static VgHashTable* g_sems;

enum { MOST_OPERATIONS = 32000 }; /* Linux can be told to allow more, but does not */

/*------------------------------------------------------------*/
/*--- Semaphores                                            ---*/
/*------------------------------------------------------------*/

static SysRes control(UInt set, UInt n, UInt command, void* argument) {
    return VG_(do_syscall)(__NR_semctl, set, n, command, (UWord)argument, 0, 0, 0, 0);
}

static void add(SystemVSem* sem, ULong n, ULong thid, ULong seq) {
    if (n == 0)
        return;
    VG_(addToXA)(sem->added, &(Added){n, thid, seq});
    sem->value += n;
}

static UWord key(UInt set, UInt n) {
    return (UWord)set << 16 | n;
}

static SystemVSem* known_sem(UInt set, UInt n) {
    return g_sems == NULL ? NULL : VG_(HT_lookup)(g_sems, key(set, n));
}

/* One that was never used before has the value that it has now. */
static SystemVSem* sem_of(UInt set, UInt n) {
    static UInt n_sems;
    SystemVSem* sem = known_sem(set, n);
    if (sem != NULL)
        return sem;
    if (g_sems == NULL)
        g_sems = VG_(HT_construct)("hp.semop.sems");
    sem = VG_(calloc)("hp.semop.sem", 1, sizeof *sem);
    sem->node.key = key(set, n);
    sem->address = HP_SEMOP_ADDRESSES + ++n_sems;
    sem->added = VG_(newXA)(VG_(malloc), "hp.semop.added", VG_(free), sizeof(Added));
    sem->takers = hp_sources_new();
    SysRes value = control(set, n, GETVAL, NULL);
    if (!sr_isError(value))
        add(sem, sr_Res(value), 0, 0);
    VG_(HT_add_node)(g_sems, sem);
    return sem;
}

static SyncObj* object(Thread* t, const SystemVSem* sem) {
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_SEMOP, sem->address, NULL);
}

static void clear(XArray* array) {
    VG_(dropTailXA)(array, VG_(sizeXA)(array));
}

/* Nothing is known of it but its value. */
static void reset(SystemVSem* sem) {
    clear(sem->added);
    clear(sem->takers);
    sem->value = 0;
}

static ULong release(Thread* t, SystemVSem* sem) {
    hp_sync_release(t, object(t, sem), ++sem->n_released, NULL);
    return sem->n_released;
}

/* What the value is now, beyond what we know of, is from another process; so is who
   took what we think is there. */
static void take(SystemVSem* sem, ULong n, XArray* sources) {
    if (sem->value < n)
        add(sem, n - sem->value, 0, 0);
    sem->value -= n;
    while (n > 0) {
        Added* first = VG_(indexXA)(sem->added, 0);
        ULong share = first->n < n ? first->n : n;
        if (sources != NULL)
            hp_sources_note(sources, first->thid, first->seq);
        first->n -= share;
        n -= share;
        if (first->n == 0)
            VG_(removeIndexXA)(sem->added, 0);
    }
}

/*------------------------------------------------------------*/
/*--- What a call does                                      ---*/
/*------------------------------------------------------------*/

static XArray* new_taken(SemCall* call, SystemVSem* sem) {
    Taken taken = {sem, hp_sources_new()};
    VG_(addToXA)(call->taken, &taken);
    return taken.sources;
}

static Bool has_operation(const SemCall* call, const SystemVSem* sem, Bool adds) {
    for (UInt i = 0; i < call->n_operations; i++) {
        const struct vki_sembuf* operation = &call->operations[i];
        if (known_sem(call->set, operation->sem_num) == sem &&
            (adds ? operation->sem_op > 0 : operation->sem_op < 0))
            return True;
    }
    return False;
}

/* The thread that began first, of those in a call that has waited, adds to this
   semaphore or takes from it, and is not complete; or NULL. */
static Thread* first_in_call(const SystemVSem* sem, Bool adds) {
    Thread* first = NULL;
    HP_FOR_EACH_THREAD (t) {
        const SemCall* call = t->sem;
        if (call != NULL && call->waits && !call->is_complete && has_operation(call, sem, adds) &&
            (first == NULL || call->began < first->sem->began))
            first = t;
    }
    return first;
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
    add(sem, n, t->thid, release(t, sem));
}

static void do_take(Thread* t, SystemVSem* sem, ULong n) {
    complete_adders(sem, n);
    take(sem, n, new_taken(t->sem, sem));
    hp_sources_note(sem->takers, t->thid, release(t, sem));
}

static void do_wait_for_zero(Thread* t, SystemVSem* sem) {
    complete_takers(sem);
    take(sem, sem->value, NULL);
    XArray* sources = new_taken(t->sem, sem);
    for (Word i = 0; i < VG_(sizeXA)(sem->takers); i++) {
        const Source* taker = VG_(indexXA)(sem->takers, i);
        hp_sources_note(sources, taker->thid, taker->seq);
    }
}

static void complete(Thread* t) {
    SemCall* call = t->sem;
    call->is_complete = True;
    for (UInt i = 0; i < call->n_operations; i++) {
        const struct vki_sembuf* operation = &call->operations[i];
        SystemVSem* sem = sem_of(call->set, operation->sem_num);
        Int n = operation->sem_op;
        if (n > 0)
            do_add(t, sem, n);
        else if (n < 0)
            do_take(t, sem, -n);
        else
            do_wait_for_zero(t, sem);
    }
}

/* The call has been made, and returns. */
static void has_returned(Thread* t) {
    SemCall* call = t->sem;
    if (!call->is_complete)
        complete(t);
    for (Word i = 0; i < VG_(sizeXA)(call->taken); i++) {
        const Taken* taken = VG_(indexXA)(call->taken, i);
        SyncObj* obj = object(t, taken->sem);
        if (!hp_sources_acquire(t, obj, taken->sources, NULL))
            hp_sync_acquire(t, obj, 0, NULL);
    }
}

/*------------------------------------------------------------*/
/*--- semctl                                                ---*/
/*------------------------------------------------------------*/

static void set_value(Thread* t, UInt set, UInt n, ULong value) {
    SystemVSem* sem = sem_of(set, n);
    reset(sem);
    ULong seq = release(t, sem);
    add(sem, value, t->thid, seq);
    hp_sources_note(sem->takers, t->thid, seq);
}

static UInt size_of_set(UInt set) {
    struct vki_semid64_ds status;
    return sr_isError(control(set, 0, IPC_STAT, &status)) ? 0 : status.sem_nsems;
}

static void set_all(Thread* t, UInt set, const UShort* values) {
    UInt n_sems = size_of_set(set);
    if (hp_is_readable((Addr)values, n_sems * sizeof *values))
        for (UInt n = 0; n < n_sems; n++)
            set_value(t, set, n, values[n]);
}

/* The kernel does not use the number of a set again for long. */
static void removed_set(Thread* t, UInt set) {
    if (g_sems == NULL)
        return;
    VG_(HT_ResetIter)(g_sems);
    SystemVSem* sem;
    while ((sem = VG_(HT_Next)(g_sems)) != NULL)
        if (sem->node.key >> 16 == set) {
            hp_object_destroy(t, HP_PRIM_SEMOP, sem->address);
            reset(sem);
        }
}

static void after_semctl(Thread* t, const UWord* args) {
    switch ((UInt)args[2] & ~0x100U) {
    case IPC_RMID: removed_set(t, args[0]); break;
    case SETVAL: set_value(t, args[0], args[1], (UInt)args[3]); break;
    case SETALL: set_all(t, args[0], (const UShort*)args[3]); break;
    default: break;
    }
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

/* The call that t was in will not return, or has returned. */
static void abandon(Thread* t) {
    SemCall* call = t->sem;
    if (call == NULL)
        return;
    t->sem = NULL;
    for (Word i = 0; i < VG_(sizeXA)(call->taken); i++)
        VG_(deleteXA)(((Taken*)VG_(indexXA)(call->taken, i))->sources);
    VG_(deleteXA)(call->taken);
    VG_(free)(call->operations);
    VG_(free)(call);
}

static Bool is_semop(UInt number) {
    return number == __NR_semop || number == __NR_semtimedop;
}

/* semop(set, operations, how many, and semtimedop: how long to wait). */
static void begin(Thread* t, const UWord* args) {
    static ULong n_calls;
    UWord n = args[2];
    SizeT size = n * sizeof(struct vki_sembuf);
    if (n == 0 || n > MOST_OPERATIONS || !hp_is_readable(args[1], size))
        return;
    SemCall* call = VG_(calloc)("hp.semop.call", 1, sizeof *call);
    call->began = ++n_calls;
    call->set = args[0];
    call->n_operations = n;
    call->operations = VG_(malloc)("hp.semop.operations", size);
    VG_(memcpy)(call->operations, (const void*)args[1], size);
    call->taken = VG_(newXA)(VG_(malloc), "hp.semop.taken", VG_(free), sizeof(Taken));
    t->sem = call;
    UInt n_sems = size_of_set(call->set);
    for (UInt i = 0; i < n; i++)
        if (call->operations[i].sem_num < n_sems)
            sem_of(call->set, call->operations[i].sem_num);
}

void hp_semop_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_SEMOP])
        return;
    abandon(t);
    if (is_semop(number))
        begin(t, args);
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

static Bool make(Thread* t, UInt number, const UWord* args, SysRes* res) {
    SemCall* call = t->sem;
    if (call == NULL)
        return False;
    *res = attempt(call, number, args);
    if (!sr_isError(*res))
        complete(t);
    call->waits = sr_isError(*res) && sr_Err(*res) == VKI_EAGAIN && may_wait(call);
    return !call->waits;
}

void hp_semop_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_SEMOP])
        return;
    if (!sr_isError(res) && t->sem != NULL)
        has_returned(t);
    else if (!sr_isError(res) && number == __NR_semctl)
        after_semctl(t, args);
    abandon(t);
}

/* What was added is from another process. */
static void on_fork(Thread* unused) {
    HP_FOR_EACH_THREAD (t)
        abandon(t);
    if (g_sems == NULL)
        return;
    VG_(HT_ResetIter)(g_sems);
    SystemVSem* sem;
    while ((sem = VG_(HT_Next)(g_sems)) != NULL) {
        ULong value = sem->value;
        reset(sem);
        sem->n_released = 0;
        add(sem, value, 0, 0);
    }
}

void hp_semop_init(void) {
    hp_make_at_once(__NR_semop, make);
    hp_make_at_once(__NR_semtimedop, make);
    hp_when(HP_EXITS, abandon);
    hp_when(HP_IS_FORKS_CHILD, on_fork);
}
