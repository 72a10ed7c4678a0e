/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel wakes waiters in the order in which they came.  So when a call that
 * wakes begins, the waiters that it will wake are marked with it; those that come
 * before the kernel does so, when that is seen.  The release is recorded when it is
 * known that somebody was woken: as the first of them returns, or the call itself,
 * whichever comes first.  Until then the waker is in the call, so that its event
 * stands where it should.
 */

#include "hpcmp/kernel/futex.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_stacktrace.h"

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

/* A thread's current call. */
typedef struct _FutexCall {
    FutexWait wait;
    ULong wake;       /* numbers the calls; 0: it is not looked at */
    Addr wakes_at[2]; /* where it wakes, or 0 */
    UInt n_marked;    /* threads that it is expected to wake, or has woken */
} FutexCall;

static Futex* futex_of(SyncObj* obj) {
    return (Futex*)obj->state;
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
    return t->futex == NULL ? NULL : &t->futex->wait;
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
    Thread* first = NULL;
    HP_FOR_EACH_THREAD (t) {
        const FutexWait* wait = wait_of(t);
        if (wait != NULL && wait->addr == a && is_marked(wait) == marked &&
            (wait->bitset & bitset) != 0 && (first == NULL || wait->began < wait_of(first)->began))
            first = t;
    }
    return first;
}

/* The waiter was not woken: whoever else was, has its mark. */
static void pass_on(FutexWait* wait) {
    Thread* next = is_marked(wait) ? first_waiter(wait->addr, False, ANY_BIT) : NULL;
    Thread* waker = hp_thread(wait->waker);
    if (next != NULL)
        copy_mark(wait_of(next), wait);
    else if (is_marked(wait) && waker != NULL && waker->futex != NULL &&
             waker->futex->wake == wait->wake)
        waker->futex->n_marked--;
    unmark(wait);
}

/* The thread that began first to wake at a, of those that are in the kernel. */
static Thread* first_waker(Addr a) {
    Thread* first = NULL;
    HP_FOR_EACH_THREAD (t)
        if (t->futex != NULL && (t->futex->wakes_at[0] == a || t->futex->wakes_at[1] == a) &&
            (first == NULL || t->futex->wake < first->futex->wake))
            first = t;
    return first;
}

static void set_mark(FutexWait* wait, Thread* waker) {
    wait->waker = waker->tid;
    wait->wake = waker->futex->wake;
    waker->futex->n_marked++;
}

/* It was woken.  The kernel may have woken another one than we thought, or one
   that came when the call that wakes had begun. */
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

/* The release becomes an event, unless it is one or has woken nobody at a.  At a
   word that the program itself says something about, there is no more to say. */
static void record_wake(Thread* waker, ULong wake, Addr a) {
    SyncObj* obj = hp_sync_known(a);
    if (obj != NULL && obj->said_by == HP_BY_PROGRAM)
        return;
    obj = NULL;
    HP_FOR_EACH_THREAD (t) {
        FutexWait* wait = wait_of(t);
        if (wait == NULL || wait->addr != a || wait->wake != wake || wait->seq != 0)
            continue;
        if (obj == NULL) {
            obj = hp_sync_object(waker, HP_BY_LIBRARY, HP_PRIM_FUTEX, a, NULL);
            hp_sync_release(waker, obj, ++futex_of(obj)->n_wakes, NULL);
        }
        wait->seq = futex_of(obj)->n_wakes;
    }
}

static Thread* last_marked(ULong wake) {
    Thread* last = NULL;
    HP_FOR_EACH_THREAD (t)
        if (t->futex != NULL && wait_of(t)->wake == wake &&
            (last == NULL || wait_of(t)->began > wait_of(last)->began))
            last = t;
    return last;
}

/* The call has woken n threads, at a and b. */
static void end_wake(Thread* waker, UWord n, Addr a, Addr b) {
    Thread* t;
    for (; waker->futex->n_marked > n && (t = last_marked(waker->futex->wake)) != NULL;
         waker->futex->n_marked--)
        unmark(wait_of(t));
    if (waker->futex->n_marked < n)
        mark(waker, a, n - waker->futex->n_marked, ANY_BIT);
    if (waker->futex->n_marked < n)
        mark(waker, b, n - waker->futex->n_marked, ANY_BIT);
    record_wake(waker, waker->futex->wake, a);
    record_wake(waker, waker->futex->wake, b);
}

/* n threads that wait at a wait at b from now on. */
static void move(Addr a, Addr b, UWord n) {
    Thread* t;
    for (; n > 0 && (t = first_waiter(a, False, ANY_BIT)) != NULL; n--)
        wait_of(t)->addr = b;
}

static void end_wait(Thread* t, Bool woken) {
    FutexWait* wait = wait_of(t);
    if (!woken)
        pass_on(wait);
    else if (!is_marked(wait))
        find_mark(wait);
    Thread* waker = hp_thread(wait->waker);
    if (is_marked(wait) && wait->seq == 0 && waker != NULL)
        record_wake(waker, wait->wake, wait->addr);
    if (wait->seq != 0)
        hp_sync_acquire(t, hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_FUTEX, wait->addr, NULL),
                        wait->seq, NULL);
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
    pass_on(wait_of(t));
    *wait_of(t) = (FutexWait){.addr = a, .began = ++g_n_waits, .bitset = bitset};
}

/* i: the call's first or second address. */
static void begin_wake(Thread* t, UInt i, Addr a, UWord n, UInt bitset) {
    t->futex->wakes_at[i] = a;
    mark(t, a, n, bitset);
}

void hp_futex_before(Thread* t, const UWord* args) {
    FutexCall* call = HP_KEPT(t->futex);
    *call = (FutexCall){.wait = call->wait};
    if (hp_in_runtime(t) || is_of_a_wrapped_library(t))
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
    /* Who is moved on to a mutex is woken as far as the program is concerned. */
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
    FutexCall* call = HP_KEPT(t->futex);
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
    end_wake(t, n - n_moved, args[0], op == VKI_FUTEX_WAKE_OP ? args[4] : 0);
    call->wakes_at[0] = call->wakes_at[1] = 0;
}

static void on_fork(Thread* t) {
    if (t->futex != NULL)
        t->futex->wait = (FutexWait){.addr = 0};
}

void hp_futex_init(void) {
    static const SyncKind kind = {.state_size = sizeof(Futex)};
    hp_sync_kind(HP_PRIM_FUTEX, &kind);
    hp_when(HP_IS_FORKS_CHILD, on_fork);
}
