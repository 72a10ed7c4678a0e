/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/clocks.h"

#include "hpcmp/base/options.h"
#include "hpcmp/order/line.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/spinning.h"
#include "hpcmp/threads/waiting.h"

void hp_clock_raise(Thread* t, ULong to) {
    if (t->clock >= to)
        return;
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        hp_seat(t->tid)->raised += to - t->clock;
    t->clock = to;
}

/* Threads that take the same lock again and again raise each other's clocks.  Whoever is
   raised in its turn may do as much in it as another one, so that the turns do not become
   ever shorter the more of them there are. */
enum { MOST_FORGIVEN = 3 };

static ULong forgiven(const Thread* t) {
    ULong raised = hp_seat(t->tid)->raised;
    ULong most = MOST_FORGIVEN * (ULong)hp_clo_order_slack;
    return raised < most ? raised : most;
}

void hp_clock_step_back(Thread* t) {
    hp_seats_lock();
    const Seat* next = hp_line_first_that_works();
    if (next == NULL)
        next = hp_line_last();
    if (next != NULL)
        hp_clock_raise(t, next->clock + 1);
    hp_seats_unlock();
}

ULong hp_clock_distance(const Thread* t) {
    const LineFront* next = &hp_line_front;
    if (next->clock == ~0UL)
        return ~0UL;
    ULong until = next->clock + hp_clo_order_slack + forgiven(t) + (t->thid < next->thid ? 1 : 0);
    return until > t->clock ? until - t->clock : 0;
}

/* Instructions of a turn that only spins. */
enum { SPINS = 100000 };

/* Whoever spins for another one does not count its time, and must not come first for
   ever.  A pause instruction shows it, or that it has had a whole turn. */
static void on_turn_end(Thread* t) {
    static const Thread* last;
    static ULong waited_before;
    ULong waited = t->waited - (t == last ? waited_before : 0);
    last = t;
    waited_before = t->waited;
    if (hp_is_waiting(t) && (waited >= SPINS || hp_is_behind_pause(t)))
        hp_clock_step_back(t);
}

void hp_clocks_begin(void) {
    hp_when(HP_TURN_ENDS, on_turn_end);
}
