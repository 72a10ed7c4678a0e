/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's threads, and the data about each of them.
 *
 * The room threads knows the threads' lives, turns and waits. It calls the functions of other rooms
 * at the moments of a thread's life for which they are listed (moments.h), but does not know what
 * they do. It asks base.
 *
 * Valgrind reuses its ThreadIds, but a thid never belongs to two threads.
 */
#ifndef HP_THREADS_H
#define HP_THREADS_H

#include "hpcmp/base/basics.h"

/* A thread from its creation to its end. */
typedef struct _Thread {
    ULong thid;      /* 1, 2, ... in the order of creation */
    ThreadId tid;    /* Valgrind's */
    ThreadId parent; /* valid only until its creation is in the trace */

    ULong forked_by;    /* the id of the fork event that has created it; 0: it is the first thread
                         */
    ULong n_events;     /* number of its events in the trace */
    ULong icnt;         /* instructions since its previous event, up to its last turn's end */
    ULong worked;       /* instructions since it began: the sum of the icnt of its events, plus icnt
                         */
    ULong clock;        /* instructions of work, as of its last turn's end; see order/clocks.h */
    ULong released;     /* the clock of its latest release */
    ULong n_met;        /* number of its releases and acquires, except those of locks */
    ULong own;          /* instructions of the preload library, which none of these counts contains
                         */
    Bool is_in_kernel;  /* in a system call, or wants to return from it */
    UInt n_handlers;    /* number of handlers of signals that have not returned */
    UInt wait_level;    /* n_handlers + 1 at the beginning of its wait; 0: it does not wait; see
                           waiting.h */
    ULong waited;       /* instructions of that wait, not in icnt */
    Bool is_spinning;   /* that wait is a loop that looks at memory again and again */
    Bool has_looked;    /* ... and it has looked in vain in this turn */
    Bool counts_looks;  /* ... but it may count its looks, because a register changes from look to
                           look */
    Addr waits_for;     /* the object that it waits for, or 0 if the object is unknown */
    ULong waits_since;  /* its clock when it began to wait */
    UInt runtime_level; /* n_handlers + 1 when it entered a runtime library; 0: it is in none; see
                           in_runtime.h */
    UInt library_level; /* the same for a library whose work is recorded separately; see
                           in_library.h */
    ULong of_library;   /* instructions of this separate work since its previous sync event;
                           `worked` contains them, too */
    ULong slept;        /* nanoseconds of sleep since its previous sync event; calls/slept.h */
    struct _SyncObj* on_stack; /* the first object that lies on its stack; sync/objects.c */
    UInt n_pauses;             /* number of HPCMP_PAUSE whose HPCMP_RESUME is still to come */
    Bool is_off;               /* its recording is off in this turn; threads/recording.h */
    ULong unrecorded;          /* instructions during a pause, which the last HPCMP_RESUME tells */

    /* Data that the other rooms keep about a thread. Each member belongs to the file that defines
       its type, and is NULL while there is nothing to keep. When the thread is gone (moments.h),
       structures that are left are freed here. If a structure refers to other memory, its file has
       to free that memory. */
    struct _Touches* touches;        /* count/traffic.c */
    struct _Passage* passage;        /* count/toggles.c */
    struct _StackRange* stack;       /* count/stack_memory.c */
    struct _Planned* planned;        /* order/follow.c */
    struct _Samples* samples;        /* where/samples.c */
    struct _Looks* looks;            /* atomics/looks.c */
    struct _Draw* draw;              /* atomics/tickets.c */
    struct _Places* places;          /* atomics/queue_locks.c */
    struct _Fences* fences;          /* atomics/fences.c */
    struct _PutOff* put_off;         /* trace/put_off.c */
    struct _Family* family;          /* sync/fork_join.c */
    struct _BarrierVisit* barrier;   /* sync/barriers.c */
    struct _CondWait* cond_wait;     /* posix/tool/conditions.c */
    struct _OnceCall* once_calls;    /* posix/tool/once.c: the innermost */
    struct _Syscall* syscall;        /* calls/accesses.c: the latest */
    struct _Sleep* sleep;            /* calls/slept.c: the latest */
    struct _FutexCall* futex;        /* calls/futex.c */
    struct _Transfer* transfer;      /* channels/descriptors.c */
    struct _PipeCall* pipe;          /* channels/pipes.c */
    struct _Affinity* affinity;      /* machine/affinity.c */
    struct _SignalCall* signal;      /* processes/signals.c */
    struct _MessageCall* message;    /* ipc/messages.c */
    struct _SemCall* sem;            /* ipc/semop.c */
    struct _FileLockCall* file_lock; /* ipc/file_locks.c */
    struct _MpiCall* mpi;            /* mpi/tool/mpi_calls.c */
    struct _TbbFrame* tbb;           /* tbb/tool/tbb.c: the innermost */
    struct _OmpTask* omp_task;       /* openmp/tool/omp.h: the innermost */
    struct _OmpNumbers* omp_numbers; /* openmp/tool/omp_names.c */
} Thread;

/* The living thread with this ThreadId, or NULL. */
Thread* hp_thread(ThreadId tid);
/* The living thread with this thid, or NULL. */
Thread* hp_thread_of(ULong thid);
/* The living thread with the lowest ThreadId, from `from` on, or NULL. */
Thread* hp_thread_next_living(ThreadId from);
/* All living threads, by ascending ThreadId. */
#define HP_FOR_EACH_THREAD(t)                                                                      \
    for (Thread* t = hp_thread_next_living(1); t != NULL; t = hp_thread_next_living(t->tid + 1))
/* The living thread t for which WANTED is true and the number KEY is lowest, or NULL if there is
   none. Example: HP_FIRST_THREAD(t, t->sem != NULL, t->sem->began) is the thread whose call of
   semop began first. */
#define HP_FIRST_THREAD(t, wanted, key)                                                            \
    ({                                                                                             \
        Thread* first_ = NULL;                                                                     \
        ULong lowest_ = 0;                                                                         \
        HP_FOR_EACH_THREAD (t)                                                                     \
            if ((wanted) && (first_ == NULL || (key) < lowest_)) {                                 \
                first_ = t;                                                                        \
                lowest_ = (key);                                                                   \
            }                                                                                      \
        first_;                                                                                    \
    })

/* The base address of the thread's segment register FS. On amd64 this is the thread's pthread_t.
   Its thread-local variables lie just below this address, and its stack lies below these. */
Addr hp_thread_pointer(const Thread* t);

/* Allocates data that a room keeps about a thread, all zero. HP_THREAD_DATA(t->futex), for example,
   returns such data and allocates them at the first use. The type of the data must be known there.
 */
void* hp_thread_data_alloc(SizeT size);
#define HP_THREAD_DATA(member)                                                                     \
    ((member) != NULL ? (member) : ((member) = hp_thread_data_alloc(sizeof *(member))))

/* hp_thread_new(): a thread begins, unless its clone fails. hp_thread_end(): the thread no longer
   lives. hp_thread_free(): the thread is gone (moments.h). */
Thread* hp_thread_new(ThreadId tid, ThreadId parent);
void hp_thread_end(const Thread* t);
void hp_thread_free(Thread* t);
/* In the child of a fork: t is now the main thread and the only one. */
void hp_threads_reset_in_child(Thread* t);

#endif
