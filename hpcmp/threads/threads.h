/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's threads, and what is known of each.
 *
 * The room threads knows the threads' lives, turns and waits. It does not know what the other rooms
 * do at those moments, because they register for the moments (moments.h); it asks base.
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
    ThreadId parent; /* while its creation is not in the trace, else invalid */

    ULong forked_by;    /* the id of the fork event that tells of it; 0: it is the first one */
    ULong n_events;     /* its events in the trace */
    ULong icnt;         /* instructions since its previous event, up to its last turn's end */
    ULong worked;       /* the same since it began: the sum of what its events say, and icnt */
    ULong clock;        /* instructions of work, as of its last turn's end; see order/clocks.h */
    ULong released;     /* the clock of its latest release */
    ULong n_met;        /* its releases and acquires, except those of locks */
    ULong own;          /* instructions of the preload library, in none of these counts */
    Bool is_in_kernel;  /* in a system call, or wants to return from it */
    UInt n_handlers;    /* of signals, that have not returned */
    UInt wait_level;    /* n_handlers + 1 when its wait began; 0: it does not wait; see
                           waiting.h */
    ULong waited;       /* instructions of that wait, not in icnt */
    Bool is_spinning;   /* that wait is a loop that looks at memory again and again */
    Bool has_looked;    /* ... and has done so in this turn, in vain */
    Bool counts_looks;  /* ... so often at most; something changes from look to look */
    Addr waits_for;     /* the object that it waits for, or 0 if that is not known ... */
    ULong waits_since;  /* ... and its clock when it began to */
    UInt runtime_level; /* n_handlers + 1 when it entered a runtime library; 0: it has not;
                           see in_runtime.h */
    UInt library_level; /* the same, of a library whose work is told apart; see in_library.h */
    ULong of_library;   /* instructions of such work since its previous sync event, also in
                           `worked` */
    ULong slept;        /* nanoseconds since its previous sync event; calls/slept.h */
    struct _SyncObj* on_stack; /* the first object that lies on its stack; sync/objects.c */
    UInt n_pauses;             /* of recording: HPCMP_PAUSE without its HPCMP_RESUME */
    Bool is_off;               /* its recording, in this turn; threads/recording.h */
    ULong unrecorded;          /* instructions meanwhile, to be said at the last resume */

    /* Data that the other rooms keep about a thread.  Each member belongs to the file that
       defines its type, and is NULL while there is nothing to keep.  When the thread is gone
       (moments.h), the structures that are left are freed; memory that they refer to is that
       file's to free. */
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
    struct _CondWait* cond_wait;     /* sync/conditions.c */
    struct _OnceCall* once_calls;    /* sync/once.c: the innermost */
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

/* The living thread of that number, or NULL. */
Thread* hp_thread(ThreadId tid);
/* The living thread with the lowest ThreadId, from `from` on, or NULL. */
Thread* hp_thread_next_living(ThreadId from);
/* All that live, by ascending ThreadId. */
#define HP_FOR_EACH_THREAD(t)                                                                      \
    for (Thread* t = hp_thread_next_living(1); t != NULL; t = hp_thread_next_living(t->tid + 1))
/* The living thread t with the lowest KEY, a number, of those that are WANTED; NULL: none is.
   Example: HP_FIRST_THREAD(t, t->sem != NULL, t->sem->began) is the thread whose call of semop
   began first. */
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

/* The base of its FS. On amd64 this is its pthread_t, which lies just above its thread-local
   variables, and these lie above its stack. */
Addr hp_thread_pointer(const Thread* t);

/* Allocates data that a room keeps about a thread, all zero.  Where its type is known,
   HP_THREAD_DATA(t->futex) makes it at the first use. */
void* hp_thread_data_alloc(SizeT size);
#define HP_THREAD_DATA(member)                                                                     \
    ((member) != NULL ? (member) : ((member) = hp_thread_data_alloc(sizeof *(member))))

/* new: a thread begins, unless its clone fails. end: it is no living thread any more. free: it is
   gone. */
Thread* hp_thread_new(ThreadId tid, ThreadId parent);
void hp_thread_end(const Thread* t);
void hp_thread_free(Thread* t);
/* In the child of a fork: t is now the main thread and the only one. */
void hp_threads_reset_in_child(Thread* t);

#endif
