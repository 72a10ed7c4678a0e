/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The tool makes some calls in place of the program, because the kernel does not say in which order
 * it has made the calls of several threads.
 *
 * Valgrind's core makes a call that may wait in three steps. It releases the scheduler lock, which
 * serialises threads; it calls ML_(do_syscall_for_client_WRK); it acquires the scheduler lock
 * again. (Here, "the lock" is always the scheduler lock, which Valgrind's sources call the big
 * lock.) The linker replaces the functions of the second and the third step by ours (--wrap in
 * local.mk). It also replaces the function that decides, after a signal, whether a call is made
 * again. Our function for the second step asks one maker after the other, until one makes the call.
 * Example: thread 2 calls semop(set, operations, n) and comes to the second step without the lock.
 * The maker in ipc/semop.c takes the lock and makes the call with IPC_NOWAIT. If the call need not
 * wait, thread 2 keeps the lock, so no other thread is recorded between the call and its events.
 * Otherwise thread 2 gives its turn up, and the kernel makes the unchanged call.
 */
#ifndef HP_MAKERS_H
#define HP_MAKERS_H

#include "hpcmp/threads/threads.h"
#include "libvex_guest_amd64.h"

/* A call that a thread makes while it does not have the lock. */
typedef struct {
    Word number;
    VexGuestAMD64State* registers; /* they contain the arguments; later the result */
    const vki_sigset_t* during;    /* signals that are blocked during the call ... */
    const vki_sigset_t* after;     /* ... and after it */
    Word size;                     /* of the masks */
} KernelCall;

/* How far a thread's call is, as its maker says. */
typedef enum { HP_NOT_MADE_HERE, HP_HAS_NO_EFFECT_YET, HP_HAS_RESULT } HpProgress;

typedef struct {
    /* Makes this call for the calling thread. Returns False if the maker leaves the call to others.
       `error` is 0 at first; the maker sets it if the call has an error that is not in its
       result. */
    Bool (*make)(const KernelCall* call, UWord* error);
    /* May be NULL: how far is the call of t? */
    HpProgress (*progress)(const Thread* t);
    /* May be NULL. A signal has come to the thread, perhaps in the call. If the call has a result,
       sets `res`. If the call has no effect yet, it is made again. */
    HpProgress (*interrupted)(ThreadId tid, SysRes* res);
} HpMaker;

/* Adds a maker, which must exist until the tool ends. */
void hp_makers_add(const HpMaker* maker);
/* How far is the call of t? HP_NOT_MADE_HERE if no maker makes it. */
HpProgress hp_makers_progress(const Thread* t);

ThreadId hp_calling_thread(void);
/* The kernel makes the call. Does not return if a signal comes. Returns an error about the masks,
   or 0. */
UWord hp_call_kernel(const KernelCall* call);
/* The program gets this result. */
void hp_call_set_result(const KernelCall* call, SysRes res);

/* A maker acquires the lock for the calling thread. If the thread keeps the lock, Valgrind's core
   does not acquire it again when the call returns. */
void hp_scheduler_lock_take(ThreadId tid);
void hp_scheduler_lock_keep(ThreadId tid);

/* A function that makes a call of t, while t has the lock. Returns whether it has made the call. */
typedef Bool HpMakeCall(Thread* t, UInt number, const UWord* args, SysRes* res);
/* Acquires the lock and calls `make`, which makes the call if it need not wait. If `make` has not
   made the call, the thread gives its turn up. Returns whether the call has been made. */
Bool hp_make_with_scheduler_lock(const KernelCall* call, HpMakeCall* make);

#endif
