/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/stall.h"

#include "hpcmp/threads/waiting.h"
#include "pub_tool_machine.h"

enum { LOOK_EACH = 1 << 16, STALLED = 1 << 19 };

static ULong events_of_all(void) {
    ULong n = 0;
    HP_FOR_EACH_THREAD (t)
        n += t->n_events;
    return n;
}

static Bool spins(const Thread* t) {
    return (!hp_is_waiting(t) || t->is_spinning) && hp_seat(t->tid)->n_eventless >= LOOK_EACH;
}

static void say(ULong n_turns) {
    VG_(umsg)("%s: no thread has synchronised or allocated for %llu turns; these spin:\n", HP_NAME,
              n_turns);
    HP_FOR_EACH_THREAD (t)
        if (spins(t))
            VG_(umsg)("%s:   thread %llu, at %s\n", HP_NAME, t->thid,
                      VG_(describe_IP)(VG_(current_DiEpoch)(), VG_(get_IP)(t->tid), NULL));
    VG_(umsg)("%s:   if the program does not end, try --hpcmp-order=host\n", HP_NAME);
}

void hp_stall_check(const Thread* t, ULong n_turns) {
    static ULong next_look = LOOK_EACH;
    static ULong n_events, n_turns_then;
    static Bool is_said;
    if (n_turns < next_look)
        return;
    next_look = n_turns + LOOK_EACH;
    if (n_events != events_of_all()) {
        n_events = events_of_all();
        n_turns_then = n_turns;
    }
    if (is_said || n_turns - n_turns_then < STALLED || !spins(t))
        return;
    is_said = True;
    say(n_turns - n_turns_then);
}
