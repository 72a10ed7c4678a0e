/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The other functions of libtsan that a program calls, or that a compiler calls for it.  Nearly all
 * do nothing, because the tool sees accesses and pthreads' locks by itself.  Their instructions are
 * not counted as the program's.
 */
#include <stddef.h>

#include "hpcmp/client/hpcmp.h"

/* A function that takes any arguments, and returns 0 or nothing. */
#define NOTHING(name)                                                                              \
    void* name(void);                                                                              \
    void* name(void) {                                                                             \
        return NULL;                                                                               \
    }

/* ----------------------------------------------------------------
 * Functions that compilers call
 * ---------------------------------------------------------------- */

#define NOTHING_IN_SIZES(beginning, end)                                                           \
    NOTHING(beginning##1##end)                                                                     \
    NOTHING(beginning##2##end)                                                                     \
    NOTHING(beginning##4##end)                                                                     \
    NOTHING(beginning##8##end)                                                                     \
    NOTHING(beginning##16##end)

NOTHING(__tsan_init)
NOTHING(__tsan_func_entry)
NOTHING(__tsan_func_exit)
NOTHING_IN_SIZES(__tsan_read, )
NOTHING_IN_SIZES(__tsan_write, )
NOTHING_IN_SIZES(__tsan_read, _pc)
NOTHING_IN_SIZES(__tsan_write, _pc)
NOTHING_IN_SIZES(__tsan_read_write, )
NOTHING_IN_SIZES(__tsan_volatile_read, )
NOTHING_IN_SIZES(__tsan_volatile_write, )
NOTHING_IN_SIZES(__tsan_unaligned_read, )
NOTHING_IN_SIZES(__tsan_unaligned_write, )
NOTHING_IN_SIZES(__tsan_unaligned_read_write, )
NOTHING_IN_SIZES(__tsan_unaligned_volatile_read, )
NOTHING_IN_SIZES(__tsan_unaligned_volatile_write, )
NOTHING(__tsan_read_range)
NOTHING(__tsan_write_range)
NOTHING(__tsan_read_range_pc)
NOTHING(__tsan_write_range_pc)
NOTHING(__tsan_vptr_read)
NOTHING(__tsan_vptr_update)
NOTHING(__tsan_ignore_thread_begin)
NOTHING(__tsan_ignore_thread_end)

/* ----------------------------------------------------------------
 * Functions that programs call
 * ---------------------------------------------------------------- */

/* Orders that the program tells of. */
void __tsan_release(void* object);
void __tsan_release(void* object) {
    HPCMP_RELEASE(object);
}

void __tsan_acquire(void* object);
void __tsan_acquire(void* object) {
    HPCMP_ACQUIRE(object);
}

void AnnotateHappensBefore(const char* file, int line, void* object);
void AnnotateHappensBefore(const char* file, int line, void* object) {
    (void)file, (void)line;
    HPCMP_RELEASE(object);
}

void AnnotateHappensAfter(const char* file, int line, void* object);
void AnnotateHappensAfter(const char* file, int line, void* object) {
    (void)file, (void)line;
    HPCMP_ACQUIRE(object);
}

/* A program's own mutexes are made of atomic operations, which the tool sees. */
NOTHING(__tsan_mutex_create)
NOTHING(__tsan_mutex_destroy)
NOTHING(__tsan_mutex_pre_lock)
NOTHING(__tsan_mutex_post_lock)
NOTHING(__tsan_mutex_pre_unlock)
NOTHING(__tsan_mutex_post_unlock)
NOTHING(__tsan_mutex_pre_signal)
NOTHING(__tsan_mutex_post_signal)
NOTHING(__tsan_mutex_pre_divert)
NOTHING(__tsan_mutex_post_divert)
NOTHING(AnnotateRWLockCreate)
NOTHING(AnnotateRWLockCreateStatic)
NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateRWLockAcquired)
NOTHING(AnnotateRWLockReleased)
NOTHING(AnnotateCondVarSignal)
NOTHING(AnnotateCondVarSignalAll)
NOTHING(AnnotateCondVarWait)

NOTHING(__tsan_get_current_fiber)
NOTHING(__tsan_create_fiber)
NOTHING(__tsan_destroy_fiber)
NOTHING(__tsan_switch_to_fiber)
NOTHING(__tsan_set_fiber_name)
NOTHING(__tsan_external_register_tag)
NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag)
NOTHING(__tsan_external_read)
NOTHING(__tsan_external_write)
NOTHING(__tsan_flush_memory)
NOTHING(AnnotateBenignRace)
NOTHING(AnnotateBenignRaceSized)
NOTHING(WTFAnnotateBenignRaceSized)
NOTHING(AnnotateEnableRaceDetection)
NOTHING(AnnotateExpectRace)
NOTHING(AnnotateFlushExpectedRaces)
NOTHING(AnnotateFlushState)
NOTHING(AnnotateIgnoreReadsBegin)
NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreSyncBegin)
NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotateIgnoreWritesBegin)
NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateMemoryIsInitialized)
NOTHING(AnnotateMemoryIsUninitialized)
NOTHING(AnnotateMutexIsNotPHB)
NOTHING(AnnotateMutexIsUsedAsCondVar)
NOTHING(AnnotateNewMemory)
NOTHING(AnnotateNoOp)
NOTHING(AnnotatePCQCreate)
NOTHING(AnnotatePCQDestroy)
NOTHING(AnnotatePCQGet)
NOTHING(AnnotatePCQPut)
NOTHING(AnnotatePublishMemoryRange)
NOTHING(AnnotateThreadName)
NOTHING(AnnotateTraceMemory)
NOTHING(AnnotateUnpublishMemoryRange)
NOTHING(RunningOnValgrind)
