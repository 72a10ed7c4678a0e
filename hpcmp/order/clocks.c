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

/* Threads that take the same lock again and again raise each other's clocks.  The instructions by
   which a thread is raised in its turn are forgiven, up to this many times the slack.  Otherwise
   turns would become shorter the more such threads there are. */
enum { MOST_FORGIVEN = 3 };

static ULong n_forgiven(const Thread* t) {
    ULong raised = hp_seat(t->tid)->raised;
    return lower(raised, MOST_FORGIVEN * (ULong)hp_clo_order_slack);
}

/* Pseudo-random, but the same in each run: nothing but the thread and a count decides. */
static ULong irregular(const Thread* t, ULong count, ULong below) {
    ULong x = (t->thid << 32) + count;
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15UL;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9UL;
    return below == 0 ? 0 : (x >> 32) % below;
}

/*------------------------------------------------------------*/
/*--- Steps                                                 ---*/
/*------------------------------------------------------------*/

/* A step is what a thread's clock goes on by when the thread idles: it yields, pauses in a
   wait, or sleeps.  Steps follow each other if the thread has executed no more than this
   between them. */
enum { MOST_OF_SPINNING = 1000, MOST_OF_SLEEPING = 50000 };

/* From so many steps on that follow each other the thread polls.  Then its steps have
   irregular lengths.  Without that, two threads could meet at the same points of their loops
   for ever: one yields while it holds a flag, the other one finds the flag taken whenever it
   has its turn. */
enum { POLLS_FROM = 4, MOST_IRREGULAR = 1024 };

static Bool follows(const Thread* t, ULong most_between) {
    const Seat* seat = hp_seat(t->tid);
    return seat->n_steps > 0 && t->clock - seat->stepped_to <= most_between;
}

static ULong irregular_part(const Thread* t, ULong most) {
    const Seat* seat = hp_seat(t->tid);
    return seat->n_steps < POLLS_FROM || hp_is_waiting(t) ? 0 : irregular(t, seat->n_steps, most);
}

/* Some runtimes pause or yield once after each item; others spin for long, and each turn of
   theirs costs us time.  So the steps double while they follow each other: 50, 100, 200, ... */
enum { FIRST_STEP = 50, LONGEST_STEP = 1 << 30 };

void hp_clock_step_back(Thread* t, ULong n_spun) {
    Seat* seat = hp_seat(t->tid);
    Bool goes_on = follows(t, MOST_OF_SPINNING);
    seat->n_steps = goes_on ? seat->n_steps + 1 : 1;
    seat->step = goes_on ? lower(2 * seat->step, LONGEST_STEP) : FIRST_STEP;
    hp_seats_lock();
    const Seat* next = hp_line_first_that_works(True);
    if (next == NULL)
        next = hp_line_last();
    if (next != NULL) {
        ULong step = seat->step > n_spun ? seat->step : n_spun;
        hp_clock_raise(t, lower(next->clock + 1, t->clock + step) +
                              irregular_part(t, lower(seat->step, MOST_IRREGULAR)));
    }
    hp_seats_unlock();
    seat->stepped_to = t->clock;
}

/* Linux ends a sleep this much late by default (prctl(2), PR_SET_TIMERSLACK). */
enum { TIMER_SLACK_NS = 50000 };

/* A thread that only sleeps and looks has this many short sleeps as they are.  After that
   they count twice as much with each further DOUBLED_EACH, but no more than MOST_OF_POLL_NS.
   Under Valgrind a short sleep takes some 200 us, so virtual time does not fall behind the
   machine's.  Example: a thread polls with nanosleep(1000) while another one sleeps for 1 s.
   That makes 3,000 looks; natively it makes 18,000. */
enum { PATIENT_POLLS = 1000, DOUBLED_EACH = 250, MOST_DOUBLED = 20, MOST_OF_POLL_NS = 1000000 };

ULong hp_clock_sleep(Thread* t, ULong ns) {
    Seat* seat = hp_seat(t->tid);
    seat->n_steps = follows(t, MOST_OF_SLEEPING) ? seat->n_steps + 1 : 1;
    ULong step = ns + TIMER_SLACK_NS;
    if (step < MOST_OF_POLL_NS && seat->n_steps > PATIENT_POLLS) {
        ULong n_doubled = lower((seat->n_steps - PATIENT_POLLS) / DOUBLED_EACH, MOST_DOUBLED);
        step = lower(step << n_doubled, MOST_OF_POLL_NS);
    }
    step += irregular_part(t, TIMER_SLACK_NS);
    t->clock += step;
    seat->stepped_to = t->clock;
    return step;
}

/* A pause outside of a wait is a step, too.  Its length is at most that of a pause on processors
   since Skylake, some 140 cycles. */
enum { LONGEST_PAUSE = 140 };

static void pause(Thread* t) {
    Seat* seat = hp_seat(t->tid);
    seat->n_steps = follows(t, MOST_OF_SPINNING) ? seat->n_steps + 1 : 1;
    t->clock += irregular_part(t, LONGEST_PAUSE);
    seat->stepped_to = t->clock;
}

Bool hp_clock_polls(const Thread* t) {
    return !hp_is_waiting(t) && hp_seat(t->tid)->n_steps >= POLLS_FROM &&
           follows(t, MOST_OF_SPINNING);
}

Bool hp_clock_idles(const Thread* t) {
    return hp_is_behind_pause(t) || (hp_clo_order == HP_ORDER_VIRTUAL && hp_clock_polls(t));
}

/*------------------------------------------------------------*/
/*--- How far a turn goes                                   ---*/
/*------------------------------------------------------------*/

/* A thread that has had so many turns without an event may spin in a loop without a pause.
   From then on its slack has irregular lengths, for the reason why steps have them.  These
   lengths grow with the number of turns, because what is too short to leave the other
   thread's loop would never leave it. */
enum { EVENTLESS_TURNS = 1000, GROWS_EACH = 16, MOST_GROWN = 100000 };

static ULong slack_of(const Thread* t) {
    const Seat* seat = hp_seat(t->tid);
    ULong slack = hp_clo_order_slack;
    if (hp_clock_polls(t))
        return 0;
    if (seat->n_eventless <= EVENTLESS_TURNS)
        return slack + n_forgiven(t);
    ULong grown = lower(seat->n_eventless / GROWS_EACH, MOST_GROWN);
    return irregular(t, seat->n_eventless, grown > slack ? grown : slack);
}

/* How many instructions t can execute until it is behind this place by more than the slack. */
static ULong distance_to(const Thread* t, LinePlace place, ULong slack) {
    if (place.clock == ~0UL)
        return ~0UL;
    ULong until = place.clock + slack + (t->thid < place.thid ? 1 : 0);
    return until > t->clock ? until - t->clock : 0;
}

ULong hp_clock_exact_distance(const Thread* t) {
    return distance_to(t, hp_line_front.first, 0);
}

/* The distance with so many times the slack, which does not apply to a thread that is due. */
static ULong distance_with(const Thread* t, ULong times) {
    const LineFront* front = &hp_line_front;
    if (front->first.clock == ~0UL)
        return ~0UL;
    return lower(distance_to(t, front->first, times * slack_of(t)),
                 distance_to(t, front->first_due, 0));
}

ULong hp_clock_distance(const Thread* t) {
    return distance_with(t, 1);
}

ULong hp_clock_unseen_distance(const Thread* t) {
    enum { TIMES = 16 };
    return distance_with(t, TIMES);
}

/* A thread that has executed this many instructions in a wait spins. */
enum { SPINS = 100000 };

/* A loop that looks a hundred times and then sleeps does so after as many instructions as it
   executes.

   A thread that spins for another one does not count that time, so without this it would come
   first for ever.  A pause instruction shows that a thread spins, or SPINS instructions in one
   wait do. */
void hp_clocks_turn_ends(Thread* t) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    if (!hp_is_waiting(t)) {
        if (hp_line_front.first.clock != ~0UL && hp_is_behind_pause(t))
            pause(t);
        return;
    }
    Seat* seat = hp_seat(t->tid);
    Bool is_same_wait = t->waited >= seat->waited;
    ULong spun = t->waited - (is_same_wait ? seat->waited : 0);
    Bool has_spun = t->is_spinning ? t->has_looked : spun >= SPINS || hp_is_behind_pause(t);
    t->has_looked = False;
    if (!has_spun)
        return;
    seat->waited = t->waited;
    if (t->is_spinning && t->counts_looks)
        t->clock += spun;
    else
        hp_clock_step_back(t, spun);
}
