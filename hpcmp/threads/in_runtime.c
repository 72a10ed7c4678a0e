/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/in_runtime.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/spinning.h"
#include "hpcmp/threads/waiting.h"

/* NULL: there is none. */
static const HChar* g_file;

void hp_runtime_enter(Thread* t) {
    t->runtime_level = t->n_handlers + 1;
}

void hp_runtime_leave(Thread* t) {
    t->runtime_level = 0;
    hp_waiting_end(t);
}

UInt hp_runtime_call(Thread* t) {
    const UInt where = t->runtime_level;
    hp_runtime_enter(t);
    return where;
}

void hp_runtime_return(Thread* t, UInt where) {
    t->runtime_level = where;
}

Bool hp_is_in_runtime(const Thread* t) {
    return t->runtime_level == t->n_handlers + 1;
}

/* A thread that spins inside for another one waits. */
void hp_in_runtime_turn_ends(Thread* t) {
    if (hp_is_in_runtime(t) && !hp_is_waiting(t) && hp_is_behind_pause(t))
        hp_waiting_begin(t);
}

/* A thread that is created inside waits there for its first work. */
void hp_in_runtime_created(Thread* t) {
    const Thread* parent = hp_thread(t->parent);
    if (parent == NULL || !hp_is_in_runtime(parent))
        return;
    hp_runtime_enter(t);
    hp_waiting_begin(t);
}

void hp_runtime_add_library(Addr code) {
    const HChar* file = hp_file_of(code);
    if (file != NULL && g_file == NULL)
        g_file = VG_(strdup)("hp.runtime.file", file);
}

Bool hp_is_called_by_runtime(const Thread* t) {
    if (g_file == NULL)
        return False;
    const HChar* file = hp_file_of(hp_caller_of_wrapper(t->tid));
    return file != NULL && VG_(strcmp)(file, g_file) == 0;
}
