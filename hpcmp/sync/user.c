/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/user.h"

#include "hpcmp/base/readable.h"
#include "hpcmp/client/hpcmp.h"
#include "hpcmp/sync/barriers.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/sync/semaphores.h"
#include "hpcmp/threads/misuse.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_machine.h"

#define MAX_TEXT 4096

/* A copy of the program's C string, cut at MAX_TEXT; NULL if it cannot be
   read.  To be freed by the caller. */
static HChar* copy_string(Addr a) {
    SizeT len = hp_readable_string_length(a, MAX_TEXT);
    if (len == 0 && !hp_is_readable(a, 1))
        return NULL;
    HChar* copy = VG_(malloc)("hp.user.string", len + 1);
    VG_(memcpy)(copy, (const HChar*)a, len);
    copy[len] = '\0';
    return copy;
}

static void begin_object(Thread* t, Addr name, Addr a) {
    HChar* copy = copy_string(name);
    if (copy == NULL || a == 0) {
        hp_tell_misuse(t, "HPCMP_PRIM_BEGIN without a name or an object:", a);
    } else {
        hp_sync_begin(t, HP_BY_PROGRAM, HP_PRIM_USER, copy, a, 0);
    }
    VG_(free)(copy);
}

static void end_object(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_find(a);
    if (obj == NULL || obj->said_by != HP_BY_PROGRAM)
        hp_tell_misuse(t, "HPCMP_PRIM_END of an object that never began:", a);
    else
        hp_sync_end(t, obj);
}

static void forget(Thread* t, Addr a, SizeT size) {
    if (a + size < a)
        hp_tell_misuse(t, "HPCMP_FORGET beyond the end of the address space:", a);
    else
        hp_objects_destroy_in(t, a, a + size);
}

/* Returns the program's object.  Says `misuse` and returns NULL if the address is 0. */
static SyncObj* object_at(Thread* t, Addr a, const HChar* misuse) {
    if (a != 0)
        return hp_sync_object(t, HP_BY_PROGRAM, HP_PRIM_USER, a, NULL);
    hp_tell_misuse(t, misuse, a);
    return NULL;
}

static void release(Thread* t, Addr a, const ULong* seq) {
    SyncObj* obj = object_at(t, a, "HPCMP_RELEASE of nothing:");
    if (obj == NULL)
        return;
    if (seq != NULL)
        hp_sync_release(t, obj, *seq, NULL);
    else
        hp_sync_release_plain(t, obj);
}

static void acquire(Thread* t, Addr a, const ULong* seq) {
    SyncObj* obj = object_at(t, a, "HPCMP_ACQUIRE of nothing:");
    if (obj == NULL)
        return;
    if (seq != NULL)
        hp_sync_acquire(t, obj, *seq, NULL);
    else
        hp_sync_acquire_plain(t, obj);
}

static void mark(Thread* t, Addr text) {
    HChar* copy = copy_string(text);
    if (copy == NULL)
        hp_tell_misuse(t, "HPCMP_MARK with an unreadable text:", text);
    else
        hp_trace_info(t, copy);
    VG_(free)(copy);
}

/*------------------------------------------------------------*/
/*--- Recording, interrupted                                ---*/
/*------------------------------------------------------------*/

static void pause(Thread* t) {
    t->n_pauses++;
}

static void resume(Thread* t) {
    if (t->n_pauses == 0) {
        hp_tell_misuse(t, "HPCMP_RESUME without HPCMP_PAUSE at", VG_(get_IP)(t->tid));
        return;
    }
    if (--t->n_pauses > 0)
        return;
    HChar text[80];
    VG_(sprintf)(text, "resumed: %llu instructions not recorded", t->unrecorded);
    t->unrecorded = 0;
    hp_trace_info(t, text);
}

/*------------------------------------------------------------*/
/*--- Requests                                              ---*/
/*------------------------------------------------------------*/

/* After it, a thread may do other things before it waits. */
static void arrive(Thread* t, Addr barrier) {
    hp_barrier_arrive(t, HP_BY_PROGRAM, barrier);
    hp_waiting_end(t);
}

Bool hp_user_request(Thread* t, const UWord* arg, UWord* result) {
    const ULong seq = arg[2];
    switch (arg[0]) {
    case HPCMP_USERREQ_RELEASE: release(t, arg[1], NULL); break;
    case HPCMP_USERREQ_ACQUIRE: acquire(t, arg[1], NULL); break;
    case HPCMP_USERREQ_RELEASE_SEQ: release(t, arg[1], &seq); break;
    case HPCMP_USERREQ_ACQUIRE_SEQ: acquire(t, arg[1], &seq); break;
    case HPCMP_USERREQ_PRIM_BEGIN: begin_object(t, arg[1], arg[2]); break;
    case HPCMP_USERREQ_PRIM_END: end_object(t, arg[1]); break;
    case HPCMP_USERREQ_FORGET: forget(t, arg[1], arg[2]); break;
    case HPCMP_USERREQ_PAUSE: pause(t); break;
    case HPCMP_USERREQ_RESUME: resume(t); break;
    case HPCMP_USERREQ_MARK: mark(t, arg[1]); break;
    case HPCMP_USERREQ_SEM_BEGIN:
        hp_object_init(t, HP_BY_PROGRAM, HP_PRIM_SEM, arg[1], arg[2]);
        break;
    case HPCMP_USERREQ_SEM_POST: hp_sem_post(t, HP_BY_PROGRAM, arg[1], 0); break;
    case HPCMP_USERREQ_SEM_TAKEN: hp_sem_acquire(t, HP_BY_PROGRAM, arg[1]); break;
    case HPCMP_USERREQ_BARRIER_BEGIN:
        hp_object_init(t, HP_BY_PROGRAM, HP_PRIM_BARRIER, arg[1], arg[2]);
        break;
    case HPCMP_USERREQ_BARRIER_ARRIVE: arrive(t, arg[1]); break;
    case HPCMP_USERREQ_BARRIER_DEPART: hp_barrier_depart(t, arg[1]); break;
    default: return False;
    }
    return True;
}
