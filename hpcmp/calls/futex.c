/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel wakes waiters in the order in which they came. So when a call that wakes begins, the
 * tool marks the waiters that this call will wake. For example, threads 2 and 3 wait in this order,
 * and thread 1 begins to wake one thread. Then thread 2 is marked. A waiter may also come later,
 * but before the kernel wakes. It is marked when the tool sees that it was woken. The release is
 * recorded when it is known that a waiter was woken: when the first woken waiter returns or when
 * the waking call returns, whichever comes first. Until then the waker is still in the call, so its
 * event is at the right place.
 *
 * If processes share the word's memory, threads of other processes may wait or wake there, too. So
 * for such a word the trace contains each call that has woken threads, with their number, and the
 * beginning and end of each wait. From these ilmgen finds out which thread has woken which one.
 */

#include "hpcmp/calls/futex.h"

#include "hpcmp/atomics/atomics.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/machine_clock.h"
#include "hpcmp/base/shared_memory.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_stacktrace.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    ULong n_wakes; /* calls that have woken somebody */
} Futex;

/* A thread in the kernel, at a futex. */
typedef struct {
    Addr addr;      /* of the word; 0: it is not */
    ULong began;    /* numbers the waits */
    UInt bitset;    /* whom it lets wake it */
    ThreadId waker; /* who will wake it, as far as known: in which ... */
    ULong wake;     /* ... of all calls, 0 for none, and with which ... */
    ULong seq;      /* ... release, 0 while that is not recorded */
} FutexWait;

/* The word at which a call wakes threads, and how many it wakes at most. */
typedef struct {
    Addr at;    /* 0: nothing */
    UWord most; /* threads */
    ULong seq;  /* its release, 0 while that is not recorded */
} Wake;

/* A thread's current call. */
typedef struct {
    FutexWait wait;
    ULong wake;  /* numbers the calls; 0: it is not looked at */
    ULong began; /* the machine's clock then, of one that wakes where others may wait */
    Wake wakes[2];
    UInt n_marked; /* threads that it is expected to wake, or has woken */
} FutexCall;

HP_THREAD_SLOT(FutexCall, call)

static Futex* futex_of(SyncObj* obj) {
    return (Futex*)obj->state;
}

static SyncObj* object_at(Thread* t, Addr a) {
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_FUTEX, a, NULL);
}

/* At a word that the program itself says something about, there is no more to say. */
static Bool is_the_programs(Addr a) {
    const SyncObj* obj = hp_sync_find(a);
    return (obj != NULL && obj->said_by == HP_BY_PROGRAM) || hp_is_lock_word(a);
}

/* The object at a word that other processes may have, too; NULL: they cannot. */
static SyncObj* shared_at(Thread* t, Addr a) {
    return a != 0 && hp_is_shared(a) && !is_the_programs(a) ? object_at(t, a) : NULL;
}

/*------------------------------------------------------------*/
/*--- Whose call it is                                      ---*/
/*------------------------------------------------------------*/

/* Is it in a function whose name begins like this? */
static Bool is_in_function(Addr ip, const HChar* name) {
    const HChar* found;
    return VG_(get_fnname)(VG_(current_DiEpoch)(), ip, &found) &&
                           VG_(strncmp)(found, name, VG_(strlen)(name)) == 0;
}

/* syscall(2) is in the C library, but on behalf of its caller. */
static Bool is_of_a_wrapped_library(const Thread* t) {
    Addr ips[2] = {0, 0};
    VG_(get_StackTrace)(t->tid, ips, 2, NULL, NULL, 0);
    HpLibrary library = hp_library_of(ips[0]);
    if (library != HP_C_LIBRARY)
        return library == HP_GOMP_LIBRARY;
    if (!is_in_function(ips[0], "syscall"))
        return True;
    HpLibrary caller = hp_library_of(ips[1]);
    return caller == HP_C_LIBRARY || caller == HP_TBB_LIBRARY;
}

/*------------------------------------------------------------*/
/*--- Waiters                                               ---*/
/*------------------------------------------------------------*/

#define ANY_BIT (~0U)

static ULong g_n_waits;
static ULong g_n_wakes;

/* NULL: it has never called. */
static FutexWait* wait_of(const Thread* t) {
    return call_of(t) == NULL ? NULL : &call_of(t)->wait;
}

static Bool is_marked(const FutexWait* wait) {
    return wait->wake != 0;
}

static void unmark(FutexWait* wait) {
    wait->waker = VG_INVALID_THREADID;
    wait->wake = wait->seq = 0;
}

static void copy_mark(FutexWait* to, const FutexWait* from) {
    to->waker = from->waker;
    to->wake = from->wake;
    to->seq = from->seq;
}

/* The thread that has waited longest at a, of those that are marked or that are
   not; NULL: there is none. */
static Thread* first_waiter(Addr a, Bool marked, UInt bitset) {
    return HP_FIRST_THREAD(t,
                           wait_of(t) != NULL && wait_of(t)->addr == a &&
                               is_marked(wait_of(t)) == marked &&
                               (wait_of(t)->bitset & bitset) != 0,
                           wait_of(t)->began);
}

/* The waiter was not woken, so another waiter was: that one gets its mark. */
static void pass_on(FutexWait* wait) {
    Thread* next = is_marked(wait) ? first_waiter(wait->addr, False, ANY_BIT) : NULL;
    Thread* waker = hp_thread(wait->waker);
    if (next != NULL)
        copy_mark(wait_of(next), wait);
    else if (is_marked(wait) && waker != NULL && call_of(waker) != NULL &&
             call_of(waker)->wake == wait->wake)
        call_of(waker)->n_marked--;
    unmark(wait);
}

/* The thread that began first to wake at a, of those that are in the kernel. */
static Thread* first_waker(Addr a) {
    return HP_FIRST_THREAD(
        t, call_of(t) != NULL && (call_of(t)->wakes[0].at == a || call_of(t)->wakes[1].at == a),
        call_of(t)->wake);
}

static void set_mark(FutexWait* wait, Thread* waker) {
    wait->waker = waker->tid;
    wait->wake = call_of(waker)->wake;
    call_of(waker)->n_marked++;
}

/* The waiter was woken. The kernel may have woken another one than we thought, or one that came
   after the call that wakes had begun. */
static void find_mark(FutexWait* wait) {
    Thread* other = first_waiter(wait->addr, True, ANY_BIT);
    Thread* waker = first_waker(wait->addr);
    if (other != NULL) {
        copy_mark(wait, wait_of(other));
        unmark(wait_of(other));
    } else if (waker != NULL) {
        set_mark(wait, waker);
    }
}

/*------------------------------------------------------------*/
/*--- Waking                                                ---*/
/*------------------------------------------------------------*/

/* A call that may wake n threads at a, as a part of the thread's current one; a may
   be 0, where nobody waits. */
static void mark(Thread* waker, Addr a, UWord n, UInt bitset) {
    Thread* t;
    for (; a != 0 && n > 0 && (t = first_waiter(a, False, bitset)) != NULL; n--)
        set_mark(wait_of(t), waker);
}

/* n: threads that it has woken there, or may have. */
static void release(Thread* waker, Wake* wake, UWord n) {
    SyncObj* obj = object_at(waker, wake->at);
    wake->seq = ++futex_of(obj)->n_wakes;
    if (n > 1) {
        HChar text[40];
        VG_(sprintf)(text, TRACE_OBJECT_WAKES "%lu", n);
        hp_sync_tell_more(waker, obj, text);
    }
    hp_sync_release_since(waker, obj, wake->seq, call_of(waker)->began);
}

/* The release becomes an event, unless it is one or has woken nobody there.  n: as for
   release. */
static void record_wake(Thread* waker, Wake* wake, UWord n) {
    if (wake->at == 0 || is_the_programs(wake->at))
        return;
    if (wake->seq == 0 && n > 0 && shared_at(waker, wake->at) != NULL)
        release(waker, wake, n);
    HP_FOR_EACH_THREAD (t) {
        FutexWait* wait = wait_of(t);
        if (wait == NULL || wait->addr != wake->at || wait->wake != call_of(waker)->wake ||
            wait->seq != 0)
            continue;
        if (wake->seq == 0)
            release(waker, wake, n);
        wait->seq = wake->seq;
    }
}

static Thread* last_marked(ULong wake) {
    return HP_FIRST_THREAD(t, call_of(t) != NULL && wait_of(t)->wake == wake,
                           ~wait_of(t)->began); /* the highest comes first */
}

/* The call has woken n threads, at its first word before its second one. */
static void end_wake(Thread* waker, UWord n) {
    FutexCall* call = call_of(waker);
    Thread* t;
    for (; call->n_marked > n && (t = last_marked(call->wake)) != NULL; call->n_marked--)
        unmark(wait_of(t));
    for (UInt i = 0; i < 2; i++)
        if (call->n_marked < n)
            mark(waker, call->wakes[i].at, n - call->n_marked, ANY_BIT);
    const UWord n_first = n < call->wakes[0].most ? n : call->wakes[0].most;
    record_wake(waker, &call->wakes[0], n_first);
    record_wake(waker, &call->wakes[1], n - n_first);
    call->wakes[0].at = call->wakes[1].at = 0;
}

static void tell_wait(Thread* t, Addr a, const HChar* what) {
    SyncObj* obj = shared_at(t, a);
    if (obj != NULL)
        hp_sync_tell(t, obj, what);
}

/* n threads that wait at a wait at b from now on. */
static void move(Addr a, Addr b, UWord n) {
    Thread* t;
    for (; n > 0 && (t = first_waiter(a, False, ANY_BIT)) != NULL; n--) {
        wait_of(t)->addr = b;
        tell_wait(t, a, TRACE_OBJECT_LEAVES);
        tell_wait(t, b, TRACE_OBJECT_WAITS);
    }
}

/* The call that will have woken it is not over. */
static void record_wake_of(const FutexWait* wait) {
    Thread* waker = hp_thread(wait->waker);
    if (waker == NULL || call_of(waker) == NULL || call_of(waker)->wake != wait->wake)
        return;
    for (UInt i = 0; i < 2; i++)
        if (call_of(waker)->wakes[i].at == wait->addr)
            record_wake(waker, &call_of(waker)->wakes[i], call_of(waker)->wakes[i].most);
}

static void end_wait(Thread* t, Bool woken) {
    FutexWait* wait = wait_of(t);
    if (!woken)
        pass_on(wait);
    else if (!is_marked(wait))
        find_mark(wait);
    if (is_marked(wait) && wait->seq == 0)
        record_wake_of(wait);
    if (wait->seq != 0 || (woken && shared_at(t, wait->addr) != NULL))
        hp_sync_acquire(t, object_at(t, wait->addr), wait->seq, NULL);
    else
        tell_wait(t, wait->addr, TRACE_OBJECT_LEAVES);
    unmark(wait);
    wait->addr = 0;
}

/*------------------------------------------------------------*/
/*--- The system call                                       ---*/
/*------------------------------------------------------------*/

/* futex(word, operation, value, timeout or value 2, word 2, value 3); those that
   name a bitset have it as value 3. */

static UWord operation(const UWord* args) {
    return args[1] & ~(UWord)(VKI_FUTEX_PRIVATE_FLAG | VKI_FUTEX_CLOCK_REALTIME);
}

static void begin_wait(Thread* t, Addr a, UInt bitset) {
    hp_atomics_note_sleep(t, a);
    pass_on(wait_of(t));
    *wait_of(t) = (FutexWait){.addr = a, .began = ++g_n_waits, .bitset = bitset};
    tell_wait(t, a, TRACE_OBJECT_WAITS);
}

/* i: the call's first or second word.  One that others may have is known before they can be
   woken. */
static void begin_wake(Thread* t, UInt i, Addr a, UWord n, UInt bitset) {
    call_of(t)->wakes[i] = (Wake){.at = a, .most = n};
    if (shared_at(t, a) != NULL)
        call_of(t)->began = hp_machine_clock();
    mark(t, a, n, bitset);
}

void hp_futex_before(Thread* t, const UWord* args) {
    FutexCall* call = HP_THREAD_DATA(t, call);
    *call = (FutexCall){.wait = call->wait};
    if (hp_is_in_runtime(t) || is_of_a_wrapped_library(t))
        return;
    call->wake = ++g_n_wakes;
    switch (operation(args)) {
    case VKI_FUTEX_WAIT_BITSET: begin_wait(t, args[0], args[5]); break;
    case VKI_FUTEX_WAIT:
    case VKI_FUTEX_LOCK_PI:
    case VKI_FUTEX_WAIT_REQUEUE_PI: begin_wait(t, args[0], ANY_BIT); break;
    case VKI_FUTEX_WAKE_BITSET: begin_wake(t, 0, args[0], args[2], args[5]); break;
    case VKI_FUTEX_WAKE:
    case VKI_FUTEX_REQUEUE:
    case VKI_FUTEX_CMP_REQUEUE: begin_wake(t, 0, args[0], args[2], ANY_BIT); break;
    /* As far as the program is concerned, threads that are moved to a mutex are woken. */
    case VKI_FUTEX_CMP_REQUEUE_PI: begin_wake(t, 0, args[0], args[2] + args[3], ANY_BIT); break;
    case VKI_FUTEX_UNLOCK_PI: begin_wake(t, 0, args[0], 1, ANY_BIT); break;
    case VKI_FUTEX_WAKE_OP:
        begin_wake(t, 0, args[0], args[2], ANY_BIT);
        begin_wake(t, 1, args[4], args[3], ANY_BIT);
        break;
    default: break;
    }
}

void hp_futex_after(Thread* t, const UWord* args, SysRes res) {
    FutexCall* call = HP_THREAD_DATA(t, call);
    if (call->wait.addr != 0) {
        end_wait(t, !sr_isError(res));
        return;
    }
    if (call->wake == 0)
        return;
    UWord op = operation(args);
    UWord n = sr_isError(res) ? 0 : sr_Res(res);
    if (op == VKI_FUTEX_UNLOCK_PI && !sr_isError(res))
        n = 1;
    UWord n_moved = 0;
    if ((op == VKI_FUTEX_REQUEUE || op == VKI_FUTEX_CMP_REQUEUE) && n > args[2])
        n_moved = n - args[2];
    move(args[0], args[4], n_moved);
    end_wake(t, n - n_moved);
}

void hp_futex_in_child(Thread* t) {
    if (call_of(t) != NULL)
        call_of(t)->wait = (FutexWait){.addr = 0};
}

void hp_futex_init(void) {
    static const SyncKind kind = {.state_size = sizeof(Futex), .is_in_memory = True};
    hp_sync_set_kind(HP_PRIM_FUTEX, &kind);
}
