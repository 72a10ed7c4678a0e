/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/clocks.h"

#include "hpcmp/base/options.h"
#include "hpcmp/order/line.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/spinning.h"
#include "hpcmp/threads/waiting.h"

static ULong lower(ULong a, ULong b) {
    return a < b ? a : b;
}

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
    return lower(raised, MOST_FORGIVEN * (ULong)hp_clo_order_slack);
}

/* Some runtimes pause or yield after each item, and idle no more than that; others spin for
   long, and each turn of theirs costs us time.  So the steps double, as long as there is
   nothing but spinning between them. */
enum { FIRST_STEP = 50, LONGEST_STEP = 1 << 30, MOST_OF_SPINNING = 1000 };

static ULong next_step(const Thread* t) {
    Seat* seat = hp_seat(t->tid);
    Bool goes_on = seat->step > 0 && t->clock - seat->stepped_to <= MOST_OF_SPINNING;
    seat->step = goes_on ? lower(2 * seat->step, LONGEST_STEP) : FIRST_STEP;
    return seat->step;
}

void hp_clock_step_back(Thread* t, ULong n_spun) {
    ULong step = next_step(t);
    hp_seats_lock();
    const Seat* next = hp_line_first_that_works();
    if (next == NULL)
        next = hp_line_last();
    if (next != NULL)
        hp_clock_raise(t, lower(next->clock + 1, t->clock + (step > n_spun ? step : n_spun)));
    hp_seats_unlock();
    hp_seat(t->tid)->stepped_to = t->clock;
}

ULong hp_clock_distance(const Thread* t) {
    const LineFront* next = &hp_line_front;
    if (next->clock == ~0UL)
        return ~0UL;
    ULong until = next->clock + hp_clo_order_slack + forgiven(t) + (t->thid < next->thid ? 1 : 0);
    return until > t->clock ? until - t->clock : 0;
}

/* Instructions that nobody executes in a wait who does not spin. */
enum { SPINS = 100000 };

/* Whoever spins for another one does not count its time, and must not come first for
   ever.  A pause instruction shows it, or that it has gone on for so long. */
static void on_turn_end(Thread* t) {
    if (!hp_is_waiting(t))
        return;
    Seat* seat = hp_seat(t->tid);
    Bool is_same_wait = t->waited >= seat->waited;
    ULong spun = t->waited - (is_same_wait ? seat->waited : 0);
    if (spun < SPINS && !hp_is_behind_pause(t))
        return;
    seat->waited = t->waited;
    hp_clock_step_back(t, spun);
}

void hp_clocks_begin(void) {
    hp_when(HP_TURN_ENDS, on_turn_end);
}
