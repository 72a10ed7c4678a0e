/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The requests by which the preload library reports to the tool.  The library keeps no state: it
 * says what is about to happen or has happened, and the tool numbers it.  A request made before
 * an operation publishes; one made after it has succeeded acquires.  Requests that a program
 * makes itself are in hpcmp/client/hpcmp.h.
 */
#ifndef HPCMP_CLIENT_REQUESTS_H
#define HPCMP_CLIENT_REQUESTS_H

#include "valgrind.h"

/* Kinds of primitives, as a request's argument. */
typedef enum {
#define PRIM(ID, name, holding) HP_PRIM_##ID,
#define LOG_PRIM(ID, name, holding)
#include "shared/primitives.def"
    HP_N_PRIMS
} HpPrim;

enum {
    HP_REQ_BASE = VG_USERREQ_TOOL_BASE('H', 'P') + 0x1000,

    /* (prim, object, value): the object was initialised with success.  value:
     * a semaphore's initial count, a barrier's number of participants, a reader/writer
     * lock's kind as pthread_rwlockattr_setkind_np has it, else 0.
     * Not sent for spin locks and sem_open, see below. */
    HP_REQ_OBJECT_INIT = HP_REQ_BASE,
    /* (prim, object): the object was destroyed with success. */
    HP_REQ_OBJECT_DESTROY,

    /* (prim, object, may_fail): about to unlock a mutex or a spin lock.  may_fail: the
     * object's type makes the operation fail with EPERM unless this thread
     * holds it, so that nothing must be recorded if the tool knows of no owner
     * or another one. */
    HP_REQ_LOCK_RELEASE,
    /* (prim, object, is_robust): a mutex or spin lock was obtained.  is_robust: the
     * thread's end unlocks it. */
    HP_REQ_LOCK_ACQUIRED,
    /* (prim, object): is this mutex or spin lock, which may be free by now, still locked at this
     * thread's clock?  If so, a thread that tries to lock it fails. */
    HP_REQ_LOCK_IS_HELD,
    /* (object, is_locked) -> bool: this thread waits for a spin lock.  Is it to look again
     * later, because the lock is taken or another thread has waited for it longer? */
    HP_REQ_MUST_SPIN,
    /* (FILE): about to unlock a stream; a stream's lock was obtained. */
    HP_REQ_STREAM_RELEASE,
    HP_REQ_STREAM_ACQUIRED,
    /* (object): about to initialise or to unlock a spin lock: both are one
     * function in the C library.  An unlock if a thread holds it, else the
     * beginning of a new object. */
    HP_REQ_SPIN_INIT_OR_UNLOCK,

    /* (object): about to unlock a reader/writer lock, in whichever mode this
     * thread holds it. */
    HP_REQ_RWLOCK_RELEASE,
    /* (object, is_writer, kind): a reader/writer lock was obtained.  kind as above. */
    HP_REQ_RWLOCK_ACQUIRED,

    /* (object, value): sem_open returned this semaphore, whose value is now this
     * one.  Changes nothing but the number of opens if the object is known. */
    HP_REQ_SEM_OPENED,
    /* (object): closed with success; the last close of as many as there were
     * opens ends the object. */
    HP_REQ_SEM_CLOSED,
    /* (object, value): about to post.  value: the semaphore's value now, from
     * which an object never seen before gets its initial count. */
    HP_REQ_SEM_POST,
    /* (object, value): about to try to wait; about to wait, until there is a
     * token.  value as above. */
    HP_REQ_SEM_SEEN,
    HP_REQ_SEM_WAIT_BEGIN,
    /* (object): a token was taken. */
    HP_REQ_SEM_ACQUIRED,

    /* (object): about to arrive; has departed. */
    HP_REQ_BARRIER_ARRIVE,
    HP_REQ_BARRIER_DEPART,

    /* (cond, is_broadcast): about to signal. */
    HP_REQ_COND_SIGNAL,
    /* (cond, mutex, may_fail): about to sleep; may_fail as for
     * HP_REQ_LOCK_RELEASE, of the mutex. */
    HP_REQ_COND_WAIT_BEGIN,
    /* (cond, mutex, woken): the wait is over and the mutex is held again.
     * woken: it returned with success, not by time-out. */
    HP_REQ_COND_WAIT_END,
    /* (pthread_t): about to join; has joined that thread with success (sent
     * by the same thread, nothing is sent when the join fails). */
    HP_REQ_JOIN_BEGIN,
    HP_REQ_JOINED,

    /* (object or 0): about to wait, for something that is not available now.  The
     * instructions from here on are no work, until the request that says what
     * was acquired or joined, or HP_REQ_WAIT_END.  Requests above that begin a
     * wait do so themselves. */
    HP_REQ_WAIT_BEGIN,
    /* (): the wait, if there was one, is over without success. */
    HP_REQ_WAIT_END,
    /* (): this thread waits no more and will not return from the operation, as
     * it was cancelled.  If it was waiting for a condition variable, it holds
     * the mutex again: an end with woken 0. */
    HP_REQ_WAIT_UNWOUND
};

/* pthread_once, and C++ static variables. */
enum {
    HP_REQ_ONCE_BASE = HP_REQ_BASE + 0x400,

    /* (control, initialiser, is_running): about to call pthread_once.  is_running: another
     * thread's call seems to run the initialiser. */
    HP_REQ_ONCE_BEGIN = HP_REQ_ONCE_BASE,
    /* (): this thread is to run the initialiser of its innermost call; returns
     * the initialiser. */
    HP_REQ_ONCE_RUN,
    /* (): it has returned, or was left by an exception. */
    HP_REQ_ONCE_RAN,
    /* (control): pthread_once is about to return. */
    HP_REQ_ONCE_END,
    /* (): this thread's innermost call will not return. */
    HP_REQ_ONCE_UNWOUND,
    /* (guard): the call that began with ONCE_BEGIN has returned, and this thread is
     * to initialise a C++ static variable; about to call the function that ends that or
     * gives it up, which ends with ONCE_END. */
    HP_REQ_ONCE_GUARD_TAKEN,
    HP_REQ_ONCE_GUARD_RELEASED
};

/* For the preload library's own use. */
enum {
    HP_REQ_LIBRARY_BASE = HP_REQ_BASE + 0x800,

    /* (name): where is the function that a library of the program exports under this
     * name?  Answer: its address, or 0. */
    HP_REQ_FIND_FUNCTION = HP_REQ_LIBRARY_BASE
};

/* Undeferred: the thread executes the task itself, now, or once the tasks have
 * ended that it depends on; if it is detachable, waits for its event, too. */
typedef enum {
    HP_OMP_TASK,
    HP_OMP_UNDEFERRED_TASK,
    HP_OMP_UNDEFERRED_DETACHABLE_TASK,
    HP_OMP_TASKLOOP
} HpOmpTaskKind;

/* OpenMP: what a thread is about to do or has done in a runtime library that is
 * known as a whole.  Requests that begin an operation return a number, or
 * whether it is to be recorded: 0 if the library itself has called it, and then
 * its end must not be reported.  From the beginning to the end of an operation
 * the requests above are ignored, see hpcmp/threads/in_runtime.h. */
enum {
    HP_REQ_OMP_BASE = HP_REQ_BASE + 0x1000,

    /* (construct) -> number: about to execute a parallel region, which is the code
     * at this address.  (number): has done so. */
    HP_REQ_OMP_PARALLEL_BEGIN = HP_REQ_OMP_BASE,
    HP_REQ_OMP_PARALLEL_END,
    /* (number, index): this thread's share of that region begins, its number in the team or, if
     * that is not known, 0; (): ends. */
    HP_REQ_OMP_IMPLICIT_BEGIN,
    HP_REQ_OMP_IMPLICIT_END,

    /* (code): about to arrive at a barrier that no construct asks for: the end of
     * the region if code is 0 or the construct's, else of worksharing. */
    HP_REQ_OMP_IMPLICIT_BARRIER,
    /* () -> bool: about to arrive; (is_cancelled): has departed, or would have
     * if the region had not been cancelled. */
    HP_REQ_OMP_BARRIER_ARRIVE,
    HP_REQ_OMP_BARRIER_DEPART,
    /* (): about to call the function of a barrier in a region that may be cancelled;
     * the library will arrive and depart there; (is_cancelled): the function has
     * returned. */
    HP_REQ_OMP_CANCEL_BARRIER_BEGIN,
    HP_REQ_OMP_CANCEL_BARRIER_END,

    /* (lock): a lock was initialised; destroyed.  From a library that reports by
     * itself, whose other requests for its objects are ignored. */
    HP_REQ_OMP_LOCK_INIT,
    HP_REQ_OMP_LOCK_DESTROY,
    /* (lock) -> bool: about to wait for or try a lock; (lock, has_it): the wait
     * is over; (lock, has_happened) -> bool: about to unlock, or has done so. */
    HP_REQ_OMP_LOCK_WAIT,
    HP_REQ_OMP_LOCK_WAITED,
    HP_REQ_OMP_LOCK_RELEASE,

    /* () -> bool: about to begin a `single copyprivate`; (has_copy): another
     * thread has executed it, or else this one is going to; () -> bool: this one
     * has, and is about to publish the copy. */
    HP_REQ_OMP_SINGLE_COPY,
    HP_REQ_OMP_SINGLE_COPIED,
    HP_REQ_OMP_SINGLE_PUBLISH,

    /* (n_counts, counts) -> bool: about to begin a loop that may have ordered
     * regions or, if n_counts is not 0, has ordered iterations in that many nested
     * loops, of so many iterations each. */
    HP_REQ_OMP_ORDERED_LOOP,
    /* () -> bool: about to wait for the turn of its ordered region; (): it begins;
     * () -> bool: it is about to end, or has ended. */
    HP_REQ_OMP_ORDERED_WAIT,
    HP_REQ_OMP_ORDERED_BEGIN,
    HP_REQ_OMP_ORDERED_END,
    /* (iteration) -> bool: about to say that this iteration, an array of n_counts
     * numbers from 0 on, is so far; () -> n_counts, or 0: about to wait for one;
     * (iteration): has done so. */
    HP_REQ_OMP_DOACROSS_POST,
    HP_REQ_OMP_DOACROSS_WAIT,
    HP_REQ_OMP_DOACROSS_WAITED,

    /* (construct, depend, kind) -> number: about to create a task, or those of a
     * loop, which execute this code; depend: the list as GOMP_task has it, or 0;
     * kind: an HpOmpTaskKind.
     * (number, event, have_ended): has done so, and they have also ended.
     * event: of a detachable task, else 0. */
    HP_REQ_OMP_TASK_CREATE,
    HP_REQ_OMP_TASK_CREATED,
    /* (number, event): this thread begins to execute one of them; (): ends. */
    HP_REQ_OMP_TASK_BEGIN,
    HP_REQ_OMP_TASK_END,
    /* (number, address, kind): a task, or a wait, just created depends on an address;
     * kind: an OmpDepend of hpcmp/runtimes/omp.h. */
    HP_REQ_OMP_TASK_DEPENDS,
    /* () -> number: about to wait with dependences; (number): has done so. */
    HP_REQ_OMP_WAIT_CREATE,
    HP_REQ_OMP_WAIT_END,
    /* (): this thread's task ends but for its event, which has not been fulfilled;
     * (number, is_detached): it is about to be, by this thread. */
    HP_REQ_OMP_TASK_DETACH,
    HP_REQ_OMP_FULFILLED,
    /* (event) -> bool: about to fulfill it. */
    HP_REQ_OMP_FULFILL,
    /* () -> bool: about to wait for the children of its task; (depend): has done
     * so, for all or for those that this list depends on. */
    HP_REQ_OMP_TASKWAIT,
    HP_REQ_OMP_TASKWAITED,
    /* () -> bool: about to begin a taskgroup; about to wait for its tasks; (): has
     * done so. */
    HP_REQ_OMP_TASKGROUP_BEGIN,
    HP_REQ_OMP_TASKGROUP_WAIT,
    HP_REQ_OMP_TASKGROUP_END,

    /* () -> bool: about to begin an operation that orders nothing. */
    HP_REQ_OMP_CALL,
    /* (): the end of an operation that has no other. */
    HP_REQ_OMP_LEAVE,
    /* (): the library has called code of the program, between LEAVE and this. */
    HP_REQ_OMP_ENTER,

    /* (code): the library that this code belongs to is going to report by itself. */
    HP_REQ_OMP_LIBRARY
};

/* oneTBB. */
enum {
    HP_REQ_TBB_BASE = HP_REQ_BASE + 0x2000,

    /* (task, functions, is_spawned): about to give a task, which has these virtual
     * functions, to oneTBB's scheduler.  Not is_spawned: this thread executes it,
     * at once. */
    HP_REQ_TBB_TASK_GIVEN = HP_REQ_TBB_BASE,
    /* (task, context) -> functions: this thread is about to execute it, for the group
     * of this context; to destroy it without that.  (): has executed it. */
    HP_REQ_TBB_TASK_BEGINS,
    HP_REQ_TBB_TASK_DROPPED,
    HP_REQ_TBB_TASK_ENDS,
    /* (context): about to wait for all tasks of that group; (): has done so. */
    HP_REQ_TBB_WAIT_BEGINS,
    HP_REQ_TBB_WAITED
};

/* MPI.  Ranks are those in the communicator; an operation is a number that the tool has
 * given, 0 what is not recorded. */
enum {
    HP_REQ_MPI_BASE = HP_REQ_BASE + 0x3000,

    /* (name, is_one_sided): a function of MPI is called, that is this collective operation, or 0:
     * another one;
     * (): returns.  Those that it calls in turn are none, and what they would say is ignored.
     * Names are those of our library, one each. */
    HP_REQ_MPI_ENTER = HP_REQ_MPI_BASE,
    HP_REQ_MPI_LEAVE,
    /* (name): what it begins now is this collective operation, or 0, as with HP_REQ_MPI_ENTER. */
    HP_REQ_MPI_OPERATION,
    /* (): about to end the job. */
    HP_REQ_MPI_ABORTS,
    /* () -> job << 32 | rank, of this process, as Open MPI's mpirun has told it; or 0. */
    HP_REQ_MPI_PROCESS,

    /* (comm) -> bool; (comm, parent, HpMpiComm*): it has been made in the round of the
     * parent that this thread has departed from; parent may be HP_MPI_WORLD or HP_MPI_SELF:
     * it is that; (comm, parent, HpMpiComm*, members): it has been made by these without
     * others of the parent, which may be HP_MPI_WORLDS; (comm): its handle is given up. */
    HP_REQ_MPI_COMM_IS_KNOWN,
    HP_REQ_MPI_COMM_BEGINS,
    HP_REQ_MPI_COMM_OF_GROUP,
    HP_REQ_MPI_COMM_ENDS,
    /* (operation, comm, where, bytes): when it is complete, a communicator like this one has been
     * made in the round that the operation is, and its handle of so many bytes lies there. */
    HP_REQ_MPI_COMM_BEGUN,
    /* (comm, where, bytes) -> bool: about to spawn a world in its current round: puts a setting of
     * HP_MPI_SPAWNED_VARIABLE for it behind the text there; false: that does not fit.
     * (comm, parent, HpMpiComm*): with a world that members of the parent have spawned; with those
     * who have spawned this one, parent 0. */
    HP_REQ_MPI_SPAWNS,
    HP_REQ_MPI_COMM_SPAWNED,

    /* (comm, to, tag, bytes): about to send.  () -> operation, or 0: what this call has sent is
     * complete when it is received. */
    HP_REQ_MPI_SEND,
    HP_REQ_MPI_RECEIPT,
    /* (comm, from, tag, HpMpiPost) -> operation: about to receive; from, tag: -1 is any. */
    HP_REQ_MPI_POST,
    /* (comm, HpMpiRound, root) -> operation: about to take part in a collective operation. */
    HP_REQ_MPI_ARRIVE,
    /* (comm, HpMpiNeighbours*) -> operation: about to exchange data with neighbours. */
    HP_REQ_MPI_NEIGHBOURS,
    /* A window is a communicator whose rounds are fences.
     * (window, ranks, n): about to expose it to these; (window) -> operation: about to wait until
     * they are complete, or has seen that they are. */
    HP_REQ_MPI_EXPOSES,
    HP_REQ_MPI_EXPOSED,
    /* (window, ranks, n, waits): has begun to access that of these, after they expose it if
     * waits; (window) -> operation: about to be complete. */
    HP_REQ_MPI_ACCESSES,
    HP_REQ_MPI_COMPLETES,
    /* (window, rank, is_exclusive): has locked what this rank exposes, or rank -1: what all do.
     * (window, rank): about to unlock it.  (): the library does not wait for the lock that this
     * thread asks it for. */
    HP_REQ_MPI_LOCKED,
    HP_REQ_MPI_UNLOCKS,
    HP_REQ_MPI_LOCKS_LATER,
    /* (window, target, to, from) -> bool: an operation moves so many bytes to that rank, and from
     * it; false: say first, (window, target, rank), which rank of the world that is; negative: it
     * is of another one. */
    HP_REQ_MPI_MOVES,
    HP_REQ_MPI_TARGET,
    /* (operation): about to wait for it, or for some of which this is one; (operation): about
     * to call what it is, which waits if it needs what others have. */
    HP_REQ_MPI_WAIT,
    HP_REQ_MPI_CALL,
    /* (operation, from, tag): it is complete; of a message, this one. */
    HP_REQ_MPI_COMPLETED,
    /* (operation, n, where) -> operation: the n-th receive, from 0 on, that was posted before
     * this one for any rank or tag, and of which nobody knows yet what it takes; puts its request
     * there, which no other thread may take until (operation): has looked at it.
     * (operation, from, tag): what it takes. */
    HP_REQ_MPI_OPEN,
    HP_REQ_MPI_LOOKED,
    HP_REQ_MPI_SEEN,
    /* (request): about to cancel it; (operation) -> bool: has that been asked for?;
     * (operation): it has been cancelled, and takes nothing. */
    HP_REQ_MPI_CANCEL,
    HP_REQ_MPI_MAY_BE_CANCELLED,
    HP_REQ_MPI_CANCELLED,

    /* (request, operation): this is what to ask for it by; (request) -> operation: it is asked
     * for, and the handle is forgotten; HP_MPI_LOOKED_AT: not now. */
    HP_REQ_MPI_REQUEST,
    HP_REQ_MPI_TAKE,
    /* (request, HpMpiKept*): what this begins whenever it is started; (request, HpMpiKept*)
     * -> bool: what does it?; (request, operation): is given up, and so is what has been taken for
     * it, if it is no receive. */
    HP_REQ_MPI_KEEP,
    HP_REQ_MPI_KEPT,
    HP_REQ_MPI_FREED,
    /* (request, n) -> bool: about to say that so many partitions of its message are ready; are
     * these the last ones? */
    HP_REQ_MPI_READY,

    /* (bytes) -> address: where the wrapper may put so much; (address): no more. */
    HP_REQ_MPI_ROOM,
    HP_REQ_MPI_NO_ROOM
};

typedef enum {
    HP_MPI_TAKES,     /* a message, and tells which one */
    HP_MPI_TAKES_ANY, /* and no status tells which one */
    HP_MPI_TRIES      /* it takes one that is there, or none */
} HpMpiPost;

enum { HP_MPI_WORLD = 1, HP_MPI_SELF, HP_MPI_WORLDS };
enum { HP_MPI_LOOKED_AT = 1 }; /* no operation */

/* The ranks that a rank comes after in a round of a communicator. */
typedef enum {
    HP_MPI_ALL,
    HP_MPI_FROM_ROOT,
    HP_MPI_TO_ROOT,
    HP_MPI_FROM_LOWER,     /* each passes on what it has when it returns */
    HP_MPI_FROM_ALL_LOWER, /* each has what these have begun with */
    HP_MPI_NOBODY          /* as far as we can tell */
} HpMpiRound;

/* The root of a round between two groups, as the root itself and the others of its group give
 * it. */
enum { HP_MPI_ROOT = -1, HP_MPI_ROOT_IS_OURS = -2 };

typedef struct {
    int rank;
    int size;  /* of this rank's group */
    int first; /* rank in the parent of who has rank 0 in it; 0 if nothing else was made with it */
    /* The same of the other group; size 0: there is none. */
    int other_size;
    int other_first;
    int is_a; /* between two groups: this rank's is the one that is called so */
    int is_window;
} HpMpiComm;

/* This variable tells a spawned world the name that all use for its communicator with the world
 * that has spawned it. */
#define HP_MPI_SPAWNED_VARIABLE "HPCMP_SPAWNED"

/* Ranks.  A rank may occur several times.  A negative rank is nobody. */
typedef struct {
    const int* from;
    const int* to;
    int n_from, n_to;
} HpMpiNeighbours;

/* Why one rank comes after another without all of them. */
typedef enum { HP_MPI_NEIGHBOUR, HP_MPI_EXPOSED, HP_MPI_COMPLETE } HpMpiEdge;

/* When a send is complete: when the message is copied (also that of MPI_Rsend, because the receiver
 * has asked for it); when the library says so; when the receiver asks for it. */
typedef enum { HP_MPI_BUFFERED, HP_MPI_STANDARD, HP_MPI_SYNCHRONOUS } HpMpiMode;

typedef struct {
    unsigned long comm, bytes;
    int is_send, peer, tag;
    HpMpiMode mode;        /* of a send */
    int is_round, kind;    /* an HpMpiRound; its root is the peer */
    const char* operation; /* a collective one's name; 0: is none */
    unsigned partitions;   /* of a message that is sent when all are ready; else 0 */
    int has_no_status;     /* that tells what it has taken */
    int is_exchange;
    HpMpiNeighbours who; /* in room that is given up with it, at from; 0: there is none */
} HpMpiKept;

#endif
