/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/deadlock.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/sleepers.h"
#include "hpcmp/sync/fork_join.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/where/names.h"
#include "hpcmp/where/text.h"

/* By a signal's number: has the program set a handler? */
enum { MOST_SIGNALS = 64 };
static Bool g_is_handled[MOST_SIGNALS + 1];

static Bool is_any_handled(void) {
    for (UInt signal = 0; signal <= MOST_SIGNALS; signal++)
        if (g_is_handled[signal])
            return True;
    return False;
}

static Bool all_sleep(void) {
    HP_FOR_EACH_THREAD (t)
        if (!hp_sleeps_until_woken(t))
            return False;
    return hp_thread_next_living(1) != NULL;
}

/* That t waits for, or NULL. */
static const SyncObj* awaited_object(const Thread* t) {
    return hp_is_waiting(t) ? hp_sync_find(t->waits_for) : NULL;
}

/* thid of the only thread that can end t's wait, or 0. */
static ULong awaited_thread(const Thread* t) {
    const ULong joined = hp_join_target(t);
    const SyncObj* obj = awaited_object(t);
    return joined != 0 ? joined : obj != NULL ? hp_lock_owner(obj) : 0;
}

/* Does t wait in vain whatever signals come?  From t each thread waits for the next one, up to one
   that has ended, or in a circle. */
static Bool is_lost(const Thread* t) {
    for (UInt n = 0; t != NULL && n < VG_N_THREADS; n++) {
        const ULong awaited = awaited_thread(t);
        if (awaited == 0)
            return False;
        t = hp_thread_of(awaited);
    }
    return True;
}

static Bool is_any_lost(void) {
    HP_FOR_EACH_THREAD (t)
        if (is_lost(t))
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
                  hp_thread_of(owner) != NULL ? "holds" : "held when it ended");
}

static void say(const Thread* t) {
    const ULong joined = hp_join_target(t);
    const SyncObj* obj = awaited_object(t);
    VG_(umsg)("%s:   thread %llu waits", HP_NAME, t->thid);
    if (joined != 0)
        VG_(umsg)(" for the end of thread %llu", joined);
    else if (obj != NULL)
        say_object(obj);
    HChar* place = hp_stack_text(hp_stack_of(t), 1);
    VG_(umsg)(", at %s\n", place);
    VG_(free)(place);
}

void hp_deadlock_check(void) {
    static Bool is_said;
    if (is_said || !all_sleep() || (is_any_handled() && !is_any_lost()))
        return;
    is_said = True;
    VG_(umsg)("%s: no thread can go on, unless a signal wakes one:\n", HP_NAME);
    HP_FOR_EACH_THREAD (t)
        say(t);
}

void hp_deadlock_after(UInt number, const UWord* args, SysRes res) {
    enum { CHANGE_OF_USER = 33 }; /* the C library's own */
    const UWord* handler = (const UWord*)args[1];
    if (number == __NR_rt_sigaction && !sr_isError(res) && args[0] <= MOST_SIGNALS &&
        args[0] != CHANGE_OF_USER && hp_is_readable((Addr)handler, sizeof *handler))
        g_is_handled[args[0]] = *handler != SIG_IGN && *handler != SIG_DFL;
}

void hp_deadlock_gone(Thread* t) {
    hp_deadlock_check();
}
