/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/in_library.h"

#include "hpcmp/threads/moments.h"

Bool hp_is_in_library(const Thread* t) {
    return t->library_level == t->n_handlers + 1;
}

UInt hp_library_call(Thread* t) {
    const UInt where = t->library_level;
    t->library_level = t->n_handlers + 1;
    return where;
}

void hp_library_return(Thread* t, UInt where) {
    t->library_level = where;
}

void hp_in_library_created(Thread* t) {
    const Thread* parent = hp_thread(t->parent);
    if (parent != NULL && hp_is_in_library(parent))
        hp_library_call(t);
}
