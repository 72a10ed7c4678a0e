/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/turns.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/follow.h"
#include "hpcmp/order/late.h"
#include "hpcmp/order/line.h"
#include "hpcmp/order/processor.h"
#include "hpcmp/order/stall.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_libcproc.h"

/* The seat of the thread that has the turn, or NULL.  The lock of the seats guards it and the
   line. */
static Seat* g_on_turn;
/* Does the thread that has the turn do something short without Valgrind's lock? */
static Bool g_is_kept;
static ULong g_n_turns;
/* Has a new turn begun, or the thread that has it begun a call, since Valgrind last ran it? */
static Bool g_is_changed;
static ULong g_n_late;

/* A word of an ending thread that the kernel is going to clear; 0: there is none. */
static Addr g_until_clear;

Int hp_turn_owner(void) {
    return g_on_turn == NULL ? 0 : g_on_turn->lwpid;
}

ULong hp_n_turns(void) {
    return g_n_turns;
}

ULong hp_n_late(void) {
    return g_n_late;
}

/*------------------------------------------------------------*/
/*--- With the lock of the seats                            ---*/
/*------------------------------------------------------------*/

static void make_ready(Seat* seat) {
    seat->presence = HP_READY;
    seat->is_held = hp_follow_holds(seat);
    hp_line_join(seat);
}

/* A thread that has been away gets at least the lowest clock of the threads that run. */
static void come_back(Seat* seat) {
    const Seat* first = hp_line_first_that_works(False);
    if (g_on_turn != NULL && (first == NULL || g_on_turn->clock < first->clock))
        first = g_on_turn;
    if (first != NULL && seat->clock < first->clock)
        seat->clock = first->clock;
    make_ready(seat);
}

/* Has a signal ended its sleep? */
static Bool is_up_early(const Seat* seat) {
    const ULong ms = 1000000;
    return seat->is_asleep && seat->presence == HP_READY &&
           (VG_(read_millisecond_timer)() - seat->slept_at + 2) * ms < seat->sleep_ns;
}

/* The thread has been away, but not for as long as its clock says, so its clock goes back by the
   sleep first. */
static void come_back_early(Seat* seat) {
    hp_line_leave(seat);
    seat->is_asleep = False;
    seat->clock -= seat->sleep_ns;
    Thread* t = hp_thread(seat->tid);
    if (t != NULL)
        t->clock -= seat->sleep_ns;
    come_back(seat);
}

/* The first thread of the line, if nobody has the turn and that thread is not held; else NULL.
   quiet_ms: for so many milliseconds nobody has had it. */
static Seat* first_to_go(UInt quiet_ms) {
    Seat* first = g_on_turn != NULL ? NULL : hp_line_first();
    if (first != NULL && first->is_held) {
        hp_follow_end_standstill(quiet_ms);
        first = hp_line_first();
    }
    return first == NULL || first->is_held ? NULL : first;
}

/* Gives the turn to the first thread of the line, if that thread has asked for it.  `own` is the
   seat of the caller. */
static Seat* hand_over(const Seat* own) {
    Seat* next = first_to_go(0);
    if (next == NULL || !next->asks)
        return NULL;
    hp_line_leave(next);
    next->presence = HP_ON_TURN;
    next->asks = next->is_idle = next->is_asleep = next->is_due = next->has_run = False;
    g_on_turn = next;
    g_n_turns++;
    g_is_changed = True;
    if (next != own)
        hp_processor_bring_here(next, own);
    return next;
}

/*------------------------------------------------------------*/
/*--- Without                                               ---*/
/*------------------------------------------------------------*/

/* NULL: nobody is to be woken. */
static void wake(Seat* seat, const Seat* own) {
    if (seat == NULL)
        return;
    __atomic_store_n(&seat->go, 1, __ATOMIC_RELEASE);
    if (seat == own)
        return;
    VG_(do_syscall)(__NR_futex, (UWord)&seat->go, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 1, 0, 0,
                    0, 0, 0);
}

/* The late thread is away from now on, because the others cannot wait for it any longer. */
static Seat* hand_over_past_late(const Seat* own) {
    Seat* late = g_on_turn != NULL ? g_on_turn : hp_line_first();
    if (g_on_turn == NULL)
        hp_line_leave(late);
    g_on_turn = NULL;
    g_is_kept = False;
    late->presence = HP_AWAY;
    g_n_late++;
    return hand_over(own);
}

/* How long there has been no new turn, as far as the callers of this have seen. */
static UInt quiet_ms(void) {
    static ULong latest_turn;
    static UInt since;
    if (since == 0 || latest_turn != g_n_turns)
        since = VG_(read_millisecond_timer)();
    latest_turn = g_n_turns;
    return VG_(read_millisecond_timer)() - since;
}

/* Nothing has happened for a while, although a thread wants its turn. */
static void look_after_late(const Seat* own, ULong n_turns_before, UInt n_times) {
    hp_seats_lock();
    Seat* next = NULL;
    Seat* missing = g_on_turn == NULL ? first_to_go(quiet_ms()) : g_is_kept ? g_on_turn : NULL;
    if (g_on_turn == NULL && missing != NULL && missing->asks)
        next = hand_over(own);
    else if (g_n_turns == n_turns_before && missing != NULL && !missing->asks &&
             !missing->is_asleep && hp_is_late(missing, n_times))
        next = hand_over_past_late(own);
    hp_seats_unlock();
    wake(next, own);
}

static void sleep_until_turn(Seat* seat) {
    struct vki_timespec patience = {0, HP_PATIENCE_NS};
    UInt n_times = 0;
    while (__atomic_load_n(&seat->go, __ATOMIC_ACQUIRE) == 0) {
        ULong n_turns = g_n_turns;
        SysRes res =
            VG_(do_syscall)(__NR_futex, (UWord)&seat->go, VKI_FUTEX_WAIT | VKI_FUTEX_PRIVATE_FLAG,
                            0, (UWord)&patience, 0, 0, 0, 0);
        if (sr_isError(res) && sr_Err(res) == ETIMEDOUT)
            look_after_late(seat, n_turns, ++n_times);
    }
    seat->go = 0;
}

/* A thread that joins the ending one looks at this word.  Until the kernel has cleared the word,
   it might find it either way. */
static void wait_until_clear(void) {
    enum { MOST_TIMES = 1000000 };
    for (UInt i = 0;
         i < MOST_TIMES && g_until_clear != 0 && hp_is_readable(g_until_clear, sizeof(Int)) &&
         __atomic_load_n((Int*)g_until_clear, __ATOMIC_ACQUIRE) != 0;
         i++)
        VG_(do_syscall)(__NR_sched_yield, 0, 0, 0, 0, 0, 0, 0, 0);
    g_until_clear = 0;
}

void hp_turn_take(void) {
    Seat* seat = hp_seat_own();
    hp_seats_lock();
    if (g_on_turn == seat) {
        g_is_kept = False;
        hp_seats_unlock();
        return;
    }
    if (is_up_early(seat))
        come_back_early(seat);
    else if (seat->presence != HP_READY)
        come_back(seat);
    seat->asks = True;
    Seat* next = hand_over(seat);
    hp_seats_unlock();
    wake(next, seat);
    sleep_until_turn(seat);
    wait_until_clear();
    Thread* t = hp_thread(seat->tid);
    if (t != NULL)
        hp_clock_raise(t, seat->clock);
    seat->raised = 0;
}

static void leave_turn(Seat* seat, const Thread* t) {
    seat->n_idle = seat->has_run || seat->goes_away ? 0 : seat->n_idle + 1;
    seat->is_idle = seat->n_idle > 1;
    if (t == NULL) {
        seat->presence = HP_NOBODY;
        seat->lwpid = 0;
    } else {
        seat->clock = t->clock;
        seat->thid = t->thid;
        seat->is_waiting = hp_is_waiting(t);
        seat->is_polling = seat->is_due = hp_clock_polls(t);
        seat->n_eventless = t->n_events == seat->n_events ? seat->n_eventless + 1 : 0;
        seat->n_events = t->n_events;
        seat->is_asleep = seat->falls_asleep;
        if (seat->goes_away)
            seat->presence = HP_AWAY;
        hp_follow_leave_turn(hp_thread(seat->tid), seat->goes_away, seat->has_run);
        if (!seat->goes_away)
            make_ready(seat);
    }
}

void hp_turn_give(void) {
    hp_seats_lock();
    Seat* seat = g_on_turn;
    if (seat->keeps_turn) {
        g_is_kept = True;
        hp_seats_unlock();
        return;
    }
    g_on_turn = NULL;
    leave_turn(seat, hp_thread(seat->tid));
    Seat* next = hand_over(seat);
    hp_seats_unlock();
    wake(next, seat);
}

/*------------------------------------------------------------*/
/*--- What the others say                                   ---*/
/*------------------------------------------------------------*/

static void forget_call(Seat* seat) {
    seat->falls_asleep = seat->goes_away = seat->keeps_turn = False;
}

void hp_order_begin_absence(Thread* t) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        g_is_changed = hp_seat(t->tid)->goes_away = True;
}

void hp_order_keep_turn(Thread* t) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        g_is_changed = hp_seat(t->tid)->keeps_turn = True;
}

void hp_order_begin_sleep(Thread* t, ULong ns) {
    Seat* seat = hp_seat(t->tid);
    g_is_changed = seat->falls_asleep = True;
    seat->slept_at = VG_(read_millisecond_timer)();
    seat->sleep_ns = hp_clock_sleep(t, ns);
}

void hp_order_end_absence(Thread* t) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        forget_call(hp_seat(t->tid));
}

static void make_due(Seat* seat, ULong clock) {
    if (seat->clock < clock)
        seat->clock = clock;
    seat->is_due = True;
}

void hp_order_make_ready(Thread* t, ULong clock) {
    Seat* seat = hp_seat(t->tid);
    hp_seats_lock();
    if (seat->presence == HP_AWAY) {
        make_due(seat, clock);
        make_ready(seat);
    }
    hp_seats_unlock();
}

void hp_order_make_next(Thread* t, ULong clock) {
    Seat* seat = hp_seat(t->tid);
    hp_seats_lock();
    if (seat->presence == HP_READY) {
        hp_line_leave(seat);
        seat->clock = t->clock = clock;
        seat->is_due = True;
        hp_line_join(seat);
    }
    hp_seats_unlock();
}

void hp_order_wait_until_clear(Addr word) {
    g_until_clear = word;
}

void hp_turn_bind(ThreadId tid) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    hp_seat_bind(tid);
    /* Before the first thread is known, the turn is nobody's. */
    if (g_on_turn == hp_seat(0)) {
        g_on_turn = hp_seat(tid);
        g_on_turn->presence = HP_ON_TURN;
    }
}

/*------------------------------------------------------------*/
/*--- Threads come and go                                   ---*/
/*------------------------------------------------------------*/

void hp_turns_created(Thread* t) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    const Thread* parent = hp_thread(t->parent);
    if (parent == NULL)
        return;
    Seat* seat = hp_seat(t->tid);
    t->clock = parent->clock;
    hp_seats_lock();
    *seat = (Seat){.tid = t->tid, .thid = t->thid, .clock = t->clock};
    make_ready(seat);
    hp_seats_unlock();
}

void hp_turns_begins(Thread* t) {
    hp_turn_bind(t->tid);
}

/* Valgrind runs a thread several times in a turn, so this looks only at the first time, and at
   the first after a call has begun.  A call that is to be made again after a signal does not
   return before. */
void hp_turns_turn_begins(Thread* t) {
    if (!g_is_changed)
        return;
    g_is_changed = False;
    Seat* seat = hp_seat(t->tid);
    seat->has_run = True;
    forget_call(seat);
    hp_stall_check(t, g_n_turns);
}

/* A thread whose clone failed has never asked for its turn. */
void hp_turns_gone(Thread* t) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    Seat* seat = hp_seat(t->tid);
    hp_seats_lock();
    if (seat->presence == HP_READY && !seat->asks) {
        hp_line_leave(seat);
        seat->presence = HP_NOBODY;
    }
    forget_call(seat);
    hp_seats_unlock();
}

/* The lock is made anew, before or after this. */
void hp_turns_in_child(Thread* t) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    hp_seats_reset(t->tid);
    hp_line_clear();
    g_on_turn = hp_seat(t->tid);
    g_is_kept = False;
    g_is_changed = True;
    g_until_clear = 0;
}

void hp_turns_begin_in_child(void) {
    ThreadId tid = VG_(lwpid_to_vgtid)(VG_(gettid)());
    hp_seats_reset(tid);
    hp_line_clear();
    hp_seat(tid)->presence = HP_AWAY;
    g_on_turn = NULL;
}

void hp_turns_begin(void) {
    hp_seats_make();
    hp_line_make();
    hp_processor_make();
}
