/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The parts of OMPT, the tool interface of OpenMP, that ompt.c uses. Numbers and types are those of
 * the OpenMP specification 5.0, section 4. With this file, the tool can be built without the
 * headers of LLVM's runtime.
 */
#ifndef HPCMP_PRELOAD_OMPT_H
#define HPCMP_PRELOAD_OMPT_H

#include <stdint.h>

/* A word of a region or a task in which the tool may keep anything. */
typedef union {
    uint64_t value;
    void* pointer;
} Data;

/* The lock's address. In the specification, this type is a number. */
typedef const volatile void* WaitId;

typedef struct {
    Data variable;
    unsigned type;
} Dependence;

typedef void (*Function)(void);
typedef Function (*Lookup)(const char* name);
typedef int (*SetCallback)(int which, Function callback);

/* The result of ompt_start_tool. */
typedef struct {
    int (*initialize)(Lookup lookup, int device, Data* tool);
    void (*finalize)(Data* tool);
    Data tool;
} StartResult;

enum {
    CALLBACK_PARALLEL_BEGIN = 3,
    CALLBACK_PARALLEL_END = 4,
    CALLBACK_TASK_CREATE = 5,
    CALLBACK_TASK_SCHEDULE = 6,
    CALLBACK_IMPLICIT_TASK = 7,
    CALLBACK_SYNC_REGION_WAIT = 16,
    CALLBACK_MUTEX_RELEASED = 17,
    CALLBACK_DEPENDENCES = 18,
    CALLBACK_WORK = 20,
    CALLBACK_SYNC_REGION = 23,
    CALLBACK_LOCK_INIT = 24,
    CALLBACK_LOCK_DESTROY = 25,
    CALLBACK_MUTEX_ACQUIRE = 26,
    CALLBACK_MUTEX_ACQUIRED = 27,
    CALLBACK_NEST_LOCK = 28
};

typedef enum { SCOPE_BEGIN = 1, SCOPE_END = 2 } Scope;

/* Kinds of sync regions. */
enum {
    SYNC_BARRIER = 1,
    SYNC_BARRIER_IMPLICIT = 2,
    SYNC_BARRIER_EXPLICIT = 3,
    SYNC_BARRIER_IMPLEMENTATION = 4,
    SYNC_TASKWAIT = 5,
    SYNC_TASKGROUP = 6,
    SYNC_BARRIER_IMPLICIT_WORKSHARE = 8,
    SYNC_BARRIER_IMPLICIT_PARALLEL = 9
};

/* Kinds of mutual exclusion. */
enum { MUTEX_TEST_LOCK = 2, MUTEX_TEST_NEST_LOCK = 4, MUTEX_ORDERED = 7 };

enum { WORK_LOOP = 1 };

/* Flags of regions and tasks. */
enum { PARALLEL_LEAGUE = 0x40000000, TASK_IMPLICIT = 0x02, TASK_TASKWAIT = 0x10 };

/* Why a thread leaves a task for another one. */
enum {
    TASK_COMPLETE = 1,
    TASK_YIELD = 2,
    TASK_CANCEL = 3,
    TASK_DETACH = 4,
    TASK_EARLY_FULFILL = 5,
    TASK_LATE_FULFILL = 6,
    TASK_SWITCH = 7,
    TASKWAIT_COMPLETE = 8
};

/* Types of dependences; the lower ones are those of hpcmp/openmp/tool/omp.h. */
enum {
    DEPENDENCE_OUT = 2,
    DEPENDENCE_INOUT = 3,
    DEPENDENCE_MUTEXINOUTSET = 4,
    DEPENDENCE_SOURCE = 5,
    DEPENDENCE_SINK = 6,
    DEPENDENCE_INOUTSET = 7,
    DEPENDENCE_OUT_ALL_MEMORY = 34,
    DEPENDENCE_INOUT_ALL_MEMORY = 35
};

#endif
