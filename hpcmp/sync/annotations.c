/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/annotations.h"

/* In this order: the second leaves out what the first has. */
#include "helgrind.h"

#include "drd.h"
#include "hpcmp/sync/barriers.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/sync/semaphores.h"
#include "hpcmp/threads/waiting.h"

#define BY HP_BY_PROGRAM

/* Happens-before is often said about the address of an object that is a mutex or
   has one as its first member.  Then its second byte stands for it, at which no
   primitive can be. */
static Addr tag(Addr a) {
    const SyncObj* obj = hp_sync_find(a);
    return obj == NULL || obj->prim == HP_PRIM_USER ? a : a + 1;
}

/* A lock that is held makes the thread wait, unless the thread only tries it. */
static void before_lock(Thread* t, Addr a, Bool is_try) {
    if (!is_try && hp_mutex_owner(a) != 0)
        hp_waiting_begin(t);
}

/* No request says that a thread departs: Helgrind assumes that all depart when the last one has
   arrived. */
static void barrier_arrive(Thread* t, Addr a) {
    hp_barrier_arrive(t, BY, a);
    hp_barrier_depart_all(a);
}

static SyncObj* tagged_object(Thread* t, Addr a) {
    return hp_sync_object(t, BY, HP_PRIM_USER, tag(a), NULL);
}

Bool hp_annotation_request(Thread* t, const UWord* arg, UWord* result) {
    const Addr a = arg[1];
    switch (arg[0]) {
    case _VG_USERREQ__HG_USERSO_SEND_PRE: hp_sync_release_plain(t, tagged_object(t, a)); break;
    case _VG_USERREQ__HG_USERSO_RECV_POST: hp_sync_acquire_plain(t, tagged_object(t, a)); break;
    case _VG_USERREQ__HG_USERSO_FORGET_ALL: hp_object_destroy(t, HP_PRIM_USER, tag(a)); break;

    case _VG_USERREQ__HG_PTHREAD_MUTEX_INIT_POST: hp_object_init(t, BY, HP_PRIM_MUTEX, a, 0); break;
    case _VG_USERREQ__HG_PTHREAD_MUTEX_ACQUIRE_PRE: before_lock(t, a, arg[2]); break;
    case _VG_USERREQ__HG_PTHREAD_MUTEX_ACQUIRE_POST:
        hp_lock_acquire(t, BY, HP_PRIM_MUTEX, a);
        break;
    case _VG_USERREQ__HG_PTHREAD_MUTEX_UNLOCK_PRE:
        hp_lock_release(t, BY, HP_PRIM_MUTEX, a, False);
        break;
    case _VG_USERREQ__HG_PTHREAD_MUTEX_DESTROY_PRE: hp_object_destroy(t, HP_PRIM_MUTEX, a); break;

    case _VG_USERREQ__HG_PTHREAD_RWLOCK_INIT_POST:
        hp_object_init(t, BY, HP_PRIM_RWLOCK, a, 0);
        break;
    case _VG_USERREQ__HG_PTHREAD_RWLOCK_ACQUIRED:
        hp_rwlock_acquire(t, BY, a, arg[2] != 0, 0);
        break;
    case _VG_USERREQ__HG_PTHREAD_RWLOCK_RELEASED: hp_rwlock_release(t, BY, a); break;
    case _VG_USERREQ__HG_PTHREAD_RWLOCK_DESTROY_PRE: hp_object_destroy(t, HP_PRIM_RWLOCK, a); break;

    case _VG_USERREQ__HG_POSIX_SEM_INIT_POST:
    case VG_USERREQ__DRD_ANNOTATE_SEM_INIT_PRE:
        hp_object_init(t, BY, HP_PRIM_SEM, a, arg[2]);
        break;
    case _VG_USERREQ__HG_POSIX_SEM_RELEASED:
    case VG_USERREQ__DRD_ANNOTATE_SEM_POST_PRE: hp_sem_post(t, BY, a, 0); break;
    case _VG_USERREQ__HG_POSIX_SEM_ACQUIRED:
    case VG_USERREQ__DRD_ANNOTATE_SEM_WAIT_POST: hp_sem_acquire(t, BY, a); break;
    case _VG_USERREQ__HG_POSIX_SEM_DESTROY_PRE:
    case VG_USERREQ__DRD_ANNOTATE_SEM_DESTROY_POST: hp_object_destroy(t, HP_PRIM_SEM, a); break;

    case _VG_USERREQ__HG_PTHREAD_BARRIER_INIT_PRE:
        hp_object_init(t, BY, HP_PRIM_BARRIER, a, arg[2]);
        break;
    case _VG_USERREQ__HG_PTHREAD_BARRIER_WAIT_PRE: barrier_arrive(t, a); break;
    case _VG_USERREQ__HG_PTHREAD_BARRIER_RESIZE_PRE: hp_barrier_resize(a, arg[2]); break;
    case _VG_USERREQ__HG_PTHREAD_BARRIER_DESTROY_PRE:
        hp_object_destroy(t, HP_PRIM_BARRIER, a);
        break;
    default: return False;
    }
    return True;
}
