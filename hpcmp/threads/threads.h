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
    UInt n_pauses;      /* number of HPCMP_PAUSE whose HPCMP_RESUME is still to come */
    Bool is_off;        /* its recording is off in this turn; threads/recording.h */
    ULong unrecorded;   /* instructions during a pause, which the last HPCMP_RESUME tells */

    void* slots[]; /* data that other files keep about the thread; see HP_THREAD_SLOT */
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
   none. Example: in ipc/semop.c, HP_FIRST_THREAD(t, call_of(t) != NULL, call_of(t)->began) is the
   thread whose call of semop began first. */
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

/* A file that keeps data about each thread defines a slot. Each thread has a pointer to its data in
   this slot. Example: calls/futex.c contains the line

       HP_THREAD_SLOT(FutexCall, call)

   Below this line, call_of(t) is the FutexCall* of thread t, or NULL if there is nothing to keep.
   HP_THREAD_DATA(t, call) is the same, but if it is NULL, a new FutexCall is allocated, all zero.
   *call_slot(t) = p stores another pointer. Other files cannot use this slot. When a thread is gone
   (moments.h), hp_thread_free() frees the data in its slots. If the data refer to other memory, the
   file that defines the slot has to free this memory.

   The linker counts the slots. For each slot, the macro defines a variable in the section
   hp_thread_slots. The linker puts these variables one behind another, and it defines the section's
   start and stop. In a thread's `slots`, a slot is as far behind the start as its variable is
   behind the start of the section. Nobody uses the value of the variable. */
#define HP_THREAD_SLOT(Type, name)                                                                 \
    static void* name##_place __attribute__((section("hp_thread_slots"), used));                   \
    static inline Type** name##_slot(Thread* t) {                                                  \
        return (Type**)((Addr)t->slots + ((Addr)&name##_place - (Addr)__start_hp_thread_slots));   \
    }                                                                                              \
    static inline Type* name##_of(const Thread* t) {                                               \
        return *name##_slot((Thread*)t);                                                           \
    }
#define HP_THREAD_DATA(t, name)                                                                    \
    ({                                                                                             \
        __auto_type slot_ = name##_slot(t);                                                        \
        if (*slot_ == NULL)                                                                        \
            *slot_ = hp_thread_data_alloc(sizeof **slot_);                                         \
        *slot_;                                                                                    \
    })
void* hp_thread_data_alloc(SizeT size);
extern void* __start_hp_thread_slots[];
extern void* __stop_hp_thread_slots[];

/* hp_thread_new(): a thread begins, unless its clone fails. hp_thread_end(): the thread no longer
   lives. hp_thread_free(): the thread is gone (moments.h). */
Thread* hp_thread_new(ThreadId tid, ThreadId parent);
void hp_thread_end(const Thread* t);
void hp_thread_free(Thread* t);
/* In the child of a fork: t is now the main thread and the only one. */
void hp_threads_reset_in_child(Thread* t);

#endif
