/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/deadlock.h"

#include "hpcmp/kernel/sleepers.h"
#include "hpcmp/sync/fork_join.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/where/names.h"
#include "hpcmp/where/text.h"

static Bool all_sleep(void) {
    HP_FOR_EACH_THREAD (t)
        if (!hp_sleeps_until_woken(t))
            return False;
    return hp_thread_next_living(1) != NULL;
}

static Bool is_living(ULong thid) {
    HP_FOR_EACH_THREAD (t)
        if (t->thid == thid)
            return True;
    return False;
}

static void say_object(const SyncObj* obj) {
    const Addr a = obj->node.key;
    const HChar* name = hp_name_of(a);
    const ULong owner = hp_lock_owner(obj);
    VG_(umsg)(" for %s %#lx", obj->name, a);
    if (name != NULL)
        VG_(umsg)(" (%s)", name);
    if (owner != 0)
        VG_(umsg)(", which thread %llu %s", owner,
                  is_living(owner) ? "holds" : "held when it ended");
}

static void say(const Thread* t) {
    const ULong joined = hp_joins(t);
    const SyncObj* obj = hp_is_waiting(t) ? hp_sync_known(t->waits_for) : NULL;
    VG_(umsg)("%s:   thread %llu waits", HP_NAME, t->thid);
    if (joined != 0)
        VG_(umsg)(" for the end of thread %llu", joined);
    else if (obj != NULL)
        say_object(obj);
    HChar* place = hp_stack_text(hp_stack_of(t), 1);
    VG_(umsg)(", at %s\n", place);
    VG_(free)(place);
}

void hp_deadlock_look(void) {
    static Bool is_said;
    if (is_said || !all_sleep())
        return;
    is_said = True;
    VG_(umsg)("%s: no thread can go on, unless a signal wakes one:\n", HP_NAME);
    HP_FOR_EACH_THREAD (t)
        say(t);
}

static void on_end(Thread* t) {
    hp_deadlock_look();
}

void hp_deadlock_init(void) {
    hp_when(HP_IS_GONE, on_end);
}
