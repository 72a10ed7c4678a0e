/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's threads.  Valgrind's ThreadIds are reused, ours (thid) never.
 */
#ifndef HP_THREADS_H
#define HP_THREADS_H

#include "hpcmp/blocks/pool.h"

/* A thread in the kernel, at a futex; see kernel/futex.c. */
typedef struct {
    Addr addr;      /* of the word; 0: it is not */
    ULong began;    /* numbers the waits */
    UInt bitset;    /* whom it lets wake it */
    ThreadId waker; /* who will wake it, as far as known: in which ... */
    ULong wake;     /* ... of all calls, 0 for none, and with which ... */
    ULong seq;      /* ... release, 0 while that is not recorded */
} FutexWait;

/* A thread in the kernel, writing into a pipe; see kernel/pipes.c. */
typedef struct {
    struct _Pipe* pipe; /* NULL: it is not */
    ULong began;        /* numbers the calls */
    ULong most;         /* units that it may write */
    Bool is_watched;    /* what it has written so far is known */
    ULong n_known;      /* units that it has written, as far as known */
    ULong seq;          /* of its release, 0: it has written nothing, as far as known */
    Bool is_recorded;   /* the release */
} PipeWrite;

/* A signal that a thread's current system call sends; see kernel/signals.c. */
typedef struct {
    UInt signal; /* 0: none */
    Int lwpid;   /* of the thread that it is for; 0: the process */
    Int code;
    Bool has_value;
    ULong value;
    Bool is_lost; /* one is pending already */
} SignalSend;

/* A thread from its creation on.  Once it has exited it stays only until it
   is joined or its pthread_t used again. */
typedef struct _Thread {
    VgHashNode node;          /* key: its pthread_t, once known */
    ULong thid;               /* 1, 2, ... in the order of creation */
    ThreadId tid;             /* VG_INVALID_THREADID once it has exited */
    ThreadId parent;          /* while its creation is not in the trace, else invalid */
    struct _Thread* creating; /* the child that has not been put in the trace */

    ULong icnt;        /* instructions since its previous event, up to its last
                          turn's end */
    Bool is_in_kernel; /* in a system call, or wants to return from it */
    UInt n_handlers;   /* of signals, that have not returned */
    UInt waits_in;     /* n_handlers + 1 when its wait began; 0: it does not wait;
                          see threads/waiting.h */
    ULong waited;      /* instructions of that wait, not in icnt */
    UInt n_paused;     /* HPCMP_PAUSE without its HPCMP_RESUME */
    ULong unrecorded;  /* instructions while paused, to be said at resume */
    ULong own;         /* instructions of the preload library, in nothing of that */

    /* Addresses in [stack_lo, stack_lo + stack_size) are known to lie in no
       heap block while this thread runs; see count/instrument.c. */
    Addr stack_lo;
    SizeT stack_size;

    /* Blocks with pending traffic of this thread, each once; see
       count/traffic.h. */
    Ref* touched;
    UInt n_touched;
    UInt touched_capacity;
    VgHashTable* spills; /* NULL until there was one */

    struct _OnceCall* once_calls; /* the innermost pthread_once, or NULL */
    ULong joining;                /* thid of the thread that it waits for, or 0 */
    Bool may_hold_robust;         /* a robust mutex, that is: it has locked one */
    Addr barrier;                 /* the barrier it has arrived at, ... */
    ULong barrier_round;          /* ... and in which round */
    Addr waiting;                 /* the condition variable that it waits for, or 0, ... */
    Addr waiting_mutex;           /* ... and the mutex that goes with it */

    FutexWait futex_wait;
    ULong futex_wake;       /* numbers this thread's current futex call; 0: it is not
                               looked at */
    Addr futex_wakes_at[2]; /* where it wakes, or 0 */
    UInt n_futex_marked;    /* threads that it is expected to wake, or has woken */

    struct _Syscall* syscall; /* its latest, or NULL; see kernel/accesses.h */
    /* Of its current system call: what it reads and writes, and in what units; see
       kernel/descriptors.c. */
    struct _Pipe* pipe_read; /* or NULL */
    UInt pipe_read_unit;
    struct _XArray* pipe_sources; /* of what it has read, or NULL; see kernel/pipes.c */
    Bool pipe_at_end;             /* that was the end */
    PipeWrite pipe_write;
    UInt pipe_write_unit;

    SignalSend signal_send;
    Bool reads_signals;                   /* from a signalfd */
    struct _Message* sending;             /* or NULL; see kernel/messages.c */
    struct _Queue* receives_from;         /* or NULL */
    struct _SemCall* sem_call;            /* or NULL; see kernel/semop.c */
    struct _FileLockCall* file_lock_call; /* or NULL; see kernel/file_locks.c */

    UInt runtime_in;           /* n_handlers + 1 when it entered a runtime library; 0: it
                                  has not; see threads/library.h */
    struct _TbbFrame* tbb;     /* the innermost, or NULL; see runtimes/tbb.c */
    struct _OmpTask* omp_task; /* its innermost task, or NULL; see runtimes/omp.h */
} Thread;

void hp_threads_init(void);

Thread* hp_thread(ThreadId tid);
/* The living thread with the lowest Valgrind id, from `from` on, or NULL. */
Thread* hp_thread_next_living(ThreadId from);

/* The fork events of threads that a successful clone has just created. */
void hp_threads_created(ThreadId parent, Bool success);

void hp_threads_join_begin(Thread* t, UWord pthread);
void hp_threads_joined(Thread* t);

/* The turn executes n instructions less than it has counted. */
void hp_threads_take_back_instructions(Thread* t, UInt n);

void hp_threads_pause(Thread* t);
void hp_threads_resume(Thread* t);

/* A heap block begins here, or the mapping ends: no thread's stack is exempt
   from counting any more that overlaps it. */
void hp_threads_no_stack_in(Addr a, SizeT size);

/* In the child of a fork: tid is now the main thread and the only one. */
void hp_threads_reset_in_child(ThreadId tid);

/* Is the program running, and not Valgrind or the kernel on its behalf? */
Bool hp_is_turn(void);

#endif
