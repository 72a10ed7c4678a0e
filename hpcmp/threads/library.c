/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/library.h"

#include "hpcmp/threads/turns.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_stacktrace.h"

/* NULL: there is none. */
static const HChar* g_library;

void hp_runtime_enter(Thread* t) {
    t->runtime_in = t->n_handlers + 1;
}

void hp_runtime_leave(Thread* t) {
    t->runtime_in = 0;
    hp_waiting_end(t);
}

UInt hp_runtime_call(Thread* t) {
    const UInt where = t->runtime_in;
    hp_runtime_enter(t);
    return where;
}

void hp_runtime_return(Thread* t, UInt where) {
    t->runtime_in = where;
}

Bool hp_in_runtime(const Thread* t) {
    return t->runtime_in == t->n_handlers + 1;
}

void hp_runtime_wait(Thread* t) {
    hp_waiting_begin(t);
}

void hp_runtime_interrupted(Thread* t) {
    if (hp_in_runtime(t) && !hp_is_waiting(t) && hp_turns_paused(t))
        hp_runtime_wait(t);
}

void hp_runtime_created(Thread* parent, Thread* child) {
    if (!hp_in_runtime(parent))
        return;
    hp_runtime_enter(child);
    hp_runtime_wait(child);
}

static DebugInfo* object_at(Addr code) {
    return VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code);
}

static const HChar* soname(const DebugInfo* object) {
    return object == NULL ? NULL : VG_(DebugInfo_get_soname)(object);
}

void hp_runtime_library(Addr code) {
    const HChar* name = soname(object_at(code));
    if (name != NULL && g_library == NULL)
        g_library = VG_(strdup)("hp.runtime.library", name);
}

/* A wrapper may be two functions of the preload library. */
Bool hp_called_by_runtime(const Thread* t) {
    if (g_library == NULL)
        return False;
    Addr ips[4];
    UInt n = VG_(get_StackTrace)(t->tid, ips, 4, NULL, NULL, 0);
    const DebugInfo* preload = object_at(ips[0]);
    UInt i = 1;
    while (i < n && object_at(ips[i]) == preload)
        i++;
    const HChar* name = i < n ? soname(object_at(ips[i])) : NULL;
    return name != NULL && VG_(strcmp)(name, g_library) == 0;
}
