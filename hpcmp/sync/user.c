/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program says itself with the macros of hpcmp.h.  It may say anything:
 * wrong use is answered with a message.
 */

#include "hpcmp/kernel/accesses.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/misuse.h"
#include "hpcmp/trace/trace.h"

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

void hp_user_begin(Thread* t, Addr name, Addr a) {
    HChar* copy = copy_string(name);
    if (copy == NULL || a == 0) {
        hp_misuse(t, "HPCMP_PRIM_BEGIN without a name or an object:", a);
    } else {
        hp_sync_begin(t, HP_PRIM_USER, copy, a);
    }
    VG_(free)(copy);
}

void hp_user_end(Thread* t, Addr a) {
    SyncObj* obj = hp_sync_known(a);
    if (obj == NULL || !obj->is_said)
        hp_misuse(t, "HPCMP_PRIM_END of an object that never began:", a);
    else
        hp_sync_end(t, obj);
}

void hp_user_release(Thread* t, Addr a, const ULong* seq) {
    if (a == 0) {
        hp_misuse(t, "HPCMP_RELEASE of nothing:", a);
        return;
    }
    SyncObj* obj = hp_sync_object(t, HP_PRIM_USER, a, NULL);
    if (seq != NULL)
        hp_sync_release(t, obj, *seq, NULL);
    else
        hp_sync_release_plain(t, obj);
}

void hp_user_acquire(Thread* t, Addr a, const ULong* seq) {
    if (a == 0) {
        hp_misuse(t, "HPCMP_ACQUIRE of nothing:", a);
        return;
    }
    SyncObj* obj = hp_sync_object(t, HP_PRIM_USER, a, NULL);
    if (seq != NULL)
        hp_sync_acquire(t, obj, *seq, NULL);
    else
        hp_sync_acquire_plain(t, obj);
}

void hp_user_mark(Thread* t, Addr text) {
    HChar* copy = copy_string(text);
    if (copy == NULL)
        hp_misuse(t, "HPCMP_MARK with an unreadable text:", text);
    else
        hp_trace_info(t, copy);
    VG_(free)(copy);
}
