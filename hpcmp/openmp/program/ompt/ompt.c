/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * LLVM's OpenMP runtime. It calls the callbacks of a tool that defines ompt_start_tool. Our tool
 * numbers regions and tasks. These numbers are kept in the words that the runtime has for a tool's
 * data about a region or task.
 *
 * The callbacks say when a thread begins to wait in the runtime and when the wait is over, but they
 * do not cover everything between the call of a runtime's function and its return. So POSIX
 * primitives that the runtime itself uses are recognised by their caller.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "hpcmp/openmp/program/ompt/ompt.h"
#include "hpcmp/preload/wrap.h"

/* The object of a construct is where the program calls the runtime for it.  Their
 * addresses stand for calls that are not known. */
static const char unknown_region, unknown_task;

static Addr construct(const void* code, const char* unknown) {
    return code != NULL ? code : unknown;
}

/* --- Regions --- */

static void on_parallel_begin(Data* task, const void* frame, Data* parallel, unsigned n_requested,
                              int flags, const void* code) {
    (void)task, (void)frame, (void)n_requested;
    parallel->value = 0;
    if (!(flags & PARALLEL_LEAGUE))
        parallel->value = ASK(OMP_PARALLEL_BEGIN, construct(code, &unknown_region));
}

static void on_parallel_end(Data* parallel, Data* task, int flags, const void* code) {
    (void)task, (void)code;
    if (!(flags & PARALLEL_LEAGUE))
        TELL(OMP_PARALLEL_END, parallel->value);
}

/* A thread that is kept learns only when it is needed again that its share of the
 * last region has ended; that has been reported at the region's barrier. */
static void on_implicit_task(Scope scope, Data* parallel, Data* task, unsigned n, unsigned index,
                             int flags) {
    (void)task, (void)n;
    if (!(flags & TASK_IMPLICIT))
        return;
    if (scope == SCOPE_BEGIN)
        TELL(OMP_IMPLICIT_BEGIN, parallel->value, index);
    else
        TELL(OMP_IMPLICIT_END);
}

/* --- Barriers and waiting for tasks --- */

static void barrier(int kind, Scope scope, const void* code) {
    if (scope == SCOPE_END)
        TELL(OMP_BARRIER_DEPART, false);
    else if (kind == SYNC_BARRIER_IMPLICIT_PARALLEL)
        TELL(OMP_IMPLICIT_BARRIER, 0);
    else if (kind == SYNC_BARRIER_IMPLICIT)
        TELL(OMP_IMPLICIT_BARRIER, code);
    else
        TELL(OMP_BARRIER_ARRIVE);
}

static void on_sync_region(int kind, Scope scope, Data* parallel, Data* task, const void* code) {
    (void)parallel, (void)task;
    switch (kind) {
    case SYNC_BARRIER:
    case SYNC_BARRIER_IMPLICIT:
    case SYNC_BARRIER_EXPLICIT:
    case SYNC_BARRIER_IMPLEMENTATION:
    case SYNC_BARRIER_IMPLICIT_WORKSHARE:
    case SYNC_BARRIER_IMPLICIT_PARALLEL: barrier(kind, scope, code); break;
    case SYNC_TASKWAIT:
        if (scope == SCOPE_BEGIN)
            TELL(OMP_TASKWAIT);
        else
            TELL(OMP_TASKWAITED, 0);
        break;
    case SYNC_TASKGROUP:
        if (scope == SCOPE_BEGIN)
            TELL(OMP_TASKGROUP_BEGIN);
        else
            TELL(OMP_TASKGROUP_END);
        break;
    default: break;
    }
}

/* The region of a taskgroup is all of it, the wait its end. */
static void on_sync_region_wait(int kind, Scope scope, Data* parallel, Data* task,
                                const void* code) {
    (void)parallel, (void)task, (void)code;
    if (kind == SYNC_TASKGROUP && scope == SCOPE_BEGIN)
        TELL(OMP_TASKGROUP_WAIT);
}

/* --- Tasks --- */

static void on_task_create(Data* parent, const void* frame, Data* task, int flags,
                           int has_dependences, const void* code) {
    (void)parent, (void)frame, (void)has_dependences;
    if (flags & TASK_TASKWAIT) {
        task->value = ASK(OMP_WAIT_CREATE);
        return;
    }
    task->value = ASK(OMP_TASK_CREATE, construct(code, &unknown_task), 0, HP_OMP_TASK);
    if (task->value != 0)
        TELL(OMP_LEAVE);
}

static void on_task_schedule(Data* prior, int why, Data* next) {
    switch (why) {
    case TASK_SWITCH:
    case TASK_YIELD: TELL(OMP_TASK_BEGIN, next->value, 0); break;
    case TASK_COMPLETE:
    case TASK_CANCEL: TELL(OMP_TASK_END); break;
    case TASK_DETACH: TELL(OMP_TASK_DETACH); break;
    case TASK_EARLY_FULFILL:
    case TASK_LATE_FULFILL: TELL(OMP_FULFILLED, prior->value, why == TASK_LATE_FULFILL); break;
    case TASKWAIT_COMPLETE: TELL(OMP_WAIT_END, prior->value); break;
    default: break;
    }
}

static bool is_strong(unsigned type) {
    return type == DEPENDENCE_OUT || type == DEPENDENCE_INOUT;
}

static void depend(const Data* task, const Dependence* dependence) {
    /* OMP_DEPEND_INOUTSET of hpcmp/openmp/tool/omp.h. */
    enum { INOUTSET = 5 };
    const Addr a = dependence->variable.pointer;
    const unsigned type = dependence->type;
    if (type == DEPENDENCE_OUT_ALL_MEMORY || type == DEPENDENCE_INOUT_ALL_MEMORY)
        TELL(OMP_TASK_DEPENDS, task->value, 0, DEPENDENCE_INOUT);
    else if (type == DEPENDENCE_INOUTSET)
        TELL(OMP_TASK_DEPENDS, task->value, a, INOUTSET);
    else if (type <= DEPENDENCE_MUTEXINOUTSET)
        TELL(OMP_TASK_DEPENDS, task->value, a, type);
}

/* An iteration of nested loops: it is so far; it has been waited for. */
static void on_iteration(const Dependence* dependences, int n) {
    Word iteration[n];
    for (int i = 0; i < n; i++)
        iteration[i] = dependences[i].variable.value;
    if (dependences[0].type == DEPENDENCE_SOURCE) {
        TELL(OMP_DOACROSS_POST, iteration);
        TELL(OMP_LEAVE);
    } else {
        TELL(OMP_DOACROSS_WAITED, iteration);
    }
}

/* If there are two dependences on one address, the stronger one is told first. */
static void on_dependences(Data* task, const Dependence* dependences, int n) {
    if (n > 0 &&
        (dependences[0].type == DEPENDENCE_SOURCE || dependences[0].type == DEPENDENCE_SINK)) {
        on_iteration(dependences, n);
        return;
    }
    for (int i = 0; i < n; i++)
        if (is_strong(dependences[i].type))
            depend(task, &dependences[i]);
    for (int i = 0; i < n; i++)
        if (!is_strong(dependences[i].type))
            depend(task, &dependences[i]);
}

/* --- Mutual exclusion --- */

static void on_lock_init(int kind, unsigned hint, unsigned how, WaitId lock, const void* code) {
    (void)kind, (void)hint, (void)how, (void)code;
    TELL(OMP_LOCK_INIT, lock);
}

static void on_lock_destroy(int kind, WaitId lock, const void* code) {
    (void)kind, (void)code;
    TELL(OMP_LOCK_DESTROY, lock);
}

/* Up to LLVM 14 at least a thread that only tries is said to wait, and nobody says
 * that it has failed: see TEST_LOCK. */
static void on_mutex_acquire(int kind, unsigned hint, unsigned how, WaitId lock, const void* code) {
    (void)hint, (void)how, (void)code;
    if (kind == MUTEX_ORDERED)
        TELL(OMP_ORDERED_WAIT);
    else if (kind != MUTEX_TEST_LOCK && kind != MUTEX_TEST_NEST_LOCK)
        TELL(OMP_LOCK_WAIT, lock);
}

static void on_mutex_acquired(int kind, WaitId lock, const void* code) {
    (void)code;
    if (kind == MUTEX_ORDERED)
        TELL(OMP_ORDERED_BEGIN);
    else
        TELL(OMP_LOCK_WAITED, lock, true);
}

/* The lock is free already, and another thread may have it. */
static void on_mutex_released(int kind, WaitId lock, const void* code) {
    (void)code;
    if (kind == MUTEX_ORDERED)
        TELL(OMP_ORDERED_END);
    else
        TELL(OMP_LOCK_RELEASE, lock, true);
    TELL(OMP_LEAVE);
}

/* Once more by the thread that holds it. */
static void on_nest_lock(Scope scope, WaitId lock, const void* code) {
    (void)code;
    if (scope == SCOPE_BEGIN)
        TELL(OMP_LOCK_WAITED, lock, false);
}

#define KMPC_SONAME libompZa

#define KMPC(type, fn, zfn, params) WRAP_AS(type, fn, params, WRAP_NAMES(00000, KMPC_SONAME, zfn))

/* These functions are omp_test_lock and omp_test_nest_lock in LLVM's runtime. */
#define TEST_LOCK(fn, zfn)                                                                         \
    KMPC(int, fn, zfn, (void* location, Word thread, void** lock)) {                               \
        OrigFn original;                                                                           \
        int result;                                                                                \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        CALL_FN_W_WWW(result, original, location, thread, lock);                                   \
        if (result == 0)                                                                           \
            TELL(OMP_LEAVE);                                                                       \
        return result;                                                                             \
    }

TEST_LOCK(__kmpc_test_lock, ZuZukmpcZutestZulock)
TEST_LOCK(__kmpc_test_nest_lock, ZuZukmpcZutestZunestZulock)

/* --- Cancellation --- */

/* All threads of a cancelled region meet there, too, but the program cannot rely on
 * that. */
KMPC(int, __kmpc_cancel_barrier, ZuZukmpcZucancelZubarrier, (void* location, int thread)) {
    OrigFn original;
    int is_cancelled;
    VALGRIND_GET_ORIG_FN(original);
    TELL(OMP_CANCEL_BARRIER_BEGIN);
    CALL_FN_W_WW(is_cancelled, original, location, thread);
    TELL(OMP_CANCEL_BARRIER_END, is_cancelled != 0);
    return is_cancelled;
}

/* --- Loops --- */

/* The bounds of a loop, both inclusive, as the compiler passes them. */
typedef struct {
    long first;
    long last;
    long step;
} Dimension;

KMPC(void, __kmpc_doacross_init, ZuZukmpcZudoacrossZuinit,
     (void* location, int thread, int n, const Dimension* dimensions)) {
    OrigFn original;
    Word counts[n];
    VALGRIND_GET_ORIG_FN(original);
    for (int i = 0; i < n; i++)
        counts[i] = (Word)(dimensions[i].last - dimensions[i].first) / dimensions[i].step + 1;
    const Word begins = ASK(OMP_ORDERED_LOOP, n, counts);
    CALL_FN_v_WWWW(original, location, thread, n, dimensions);
    if (begins)
        TELL(OMP_LEAVE);
}

/* There is no iteration to wait for in front of the first. */
KMPC(void, __kmpc_doacross_wait, ZuZukmpcZudoacrossZuwait,
     (void* location, int thread, const long* iteration)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    const Word waits = ASK(OMP_DOACROSS_WAIT);
    CALL_FN_v_WWW(original, location, thread, iteration);
    if (waits)
        TELL(OMP_LEAVE);
}

/* Any loop may have ordered regions. */
static void on_work(int kind, Scope scope, Data* parallel, Data* task, uint64_t count,
                    const void* code) {
    (void)parallel, (void)task, (void)count, (void)code;
    if (kind != WORK_LOOP || scope != SCOPE_BEGIN)
        return;
    TELL(OMP_ORDERED_LOOP, 0, 0);
    TELL(OMP_LEAVE);
}

/* --- The tool --- */

static int initialize(Lookup lookup, int device, Data* tool) {
    (void)device, (void)tool;
    static const struct {
        int which;
        Function function;
    } callbacks[] = {
        {CALLBACK_PARALLEL_BEGIN, (Function)on_parallel_begin},
        {CALLBACK_PARALLEL_END, (Function)on_parallel_end},
        {CALLBACK_IMPLICIT_TASK, (Function)on_implicit_task},
        {CALLBACK_SYNC_REGION, (Function)on_sync_region},
        {CALLBACK_SYNC_REGION_WAIT, (Function)on_sync_region_wait},
        {CALLBACK_TASK_CREATE, (Function)on_task_create},
        {CALLBACK_TASK_SCHEDULE, (Function)on_task_schedule},
        {CALLBACK_DEPENDENCES, (Function)on_dependences},
        {CALLBACK_LOCK_INIT, (Function)on_lock_init},
        {CALLBACK_LOCK_DESTROY, (Function)on_lock_destroy},
        {CALLBACK_MUTEX_ACQUIRE, (Function)on_mutex_acquire},
        {CALLBACK_MUTEX_ACQUIRED, (Function)on_mutex_acquired},
        {CALLBACK_MUTEX_RELEASED, (Function)on_mutex_released},
        {CALLBACK_NEST_LOCK, (Function)on_nest_lock},
        {CALLBACK_WORK, (Function)on_work},
    };
    const SetCallback set = (SetCallback)lookup("ompt_set_callback");
    for (size_t i = 0; set != NULL && i < sizeof callbacks / sizeof *callbacks; i++)
        set(callbacks[i].which, callbacks[i].function);
    return set != NULL;
}

static void finalize(Data* tool) {
    (void)tool;
}

StartResult* ompt_start_tool(unsigned version, const char* runtime);

/* The runtime takes the first tool that it finds: one in the program itself comes
 * before ours, one that the environment names would come after it. */
__attribute__((visibility("default"))) StartResult* ompt_start_tool(unsigned version,
                                                                    const char* runtime) {
    static StartResult result = {initialize, finalize, {0}};
    (void)version, (void)runtime;
    if (getenv("OMP_TOOL_LIBRARIES") != NULL)
        return NULL;
    TELL(OMP_LIBRARY, __builtin_return_address(0));
    return &result;
}
