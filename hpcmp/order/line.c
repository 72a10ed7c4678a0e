/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/line.h"

#include "hpcmp/base/core.h"

/* A binary heap: the children of i are 2 i + 1 and 2 i + 2. */
static Seat** g_line;
static UInt g_length;
static UInt g_n_waiting; /* of these */
static UInt g_n_due;
static UInt g_n_held;

static const LinePlace g_nowhere = {~0UL, 0};
LineFront hp_line_front = {{~0UL, 0}, {~0UL, 0}, False};

void hp_line_make(void) {
    g_line = VG_(calloc)("hp.line", VG_N_THREADS, sizeof *g_line);
}

static LinePlace place_of(const Seat* seat) {
    return seat == NULL || seat->is_idle || seat->is_held ? g_nowhere
                                                          : (LinePlace){seat->clock, seat->thid};
}

static Bool is_before(const Seat* a, const Seat* b) {
    if (a->is_held != b->is_held)
        return b->is_held;
    if (a->is_idle != b->is_idle)
        return b->is_idle;
    if (a->clock != b->clock)
        return a->clock < b->clock;
    return a->thid < b->thid;
}

/* Mostly no thread is due, or the first one is. */
static const Seat* first_due(void) {
    const Seat* first = NULL;
    for (UInt i = 0; g_n_due > 0 && i < g_length && (first == NULL || first != g_line[0]); i++)
        if (g_line[i]->is_due && (first == NULL || is_before(g_line[i], first)))
            first = g_line[i];
    return first;
}

static void set_front(void) {
    hp_line_front = (LineFront){place_of(g_length == 0 ? NULL : g_line[0]), place_of(first_due()),
                                g_n_waiting > 0};
}

void hp_line_clear(void) {
    g_length = g_n_waiting = g_n_due = g_n_held = 0;
    set_front();
}

static void put(Seat* seat, UInt place) {
    g_line[place] = seat;
    seat->place = place;
}

/* Towards the front, from this place on. */
static void advance(Seat* seat, UInt place) {
    while (place > 0 && is_before(seat, g_line[(place - 1) / 2])) {
        put(g_line[(place - 1) / 2], place);
        place = (place - 1) / 2;
    }
    put(seat, place);
}

static void fall_back(Seat* seat, UInt place) {
    for (;;) {
        UInt child = 2 * place + 1;
        if (child + 1 < g_length && is_before(g_line[child + 1], g_line[child]))
            child++;
        if (child >= g_length || !is_before(g_line[child], seat))
            break;
        put(g_line[child], place);
        place = child;
    }
    put(seat, place);
}

void hp_line_join(Seat* seat) {
    advance(seat, g_length++);
    g_n_waiting += seat->is_waiting;
    g_n_due += seat->is_due;
    g_n_held += seat->is_held;
    set_front();
}

void hp_line_leave(Seat* seat) {
    Seat* last = g_line[--g_length];
    UInt place = seat->place;
    g_n_waiting -= seat->is_waiting;
    g_n_due -= seat->is_due;
    g_n_held -= seat->is_held;
    if (last != seat) {
        advance(last, place);
        if (last->place == place)
            fall_back(last, place);
    }
    set_front();
}

Seat* hp_line_first(void) {
    return g_length == 0 ? NULL : g_line[0];
}

/* A thread that has slept long enough asks for its turn. */
static Bool is_awake(const Seat* seat) {
    return !seat->is_asleep || seat->asks;
}

static Bool works(const Seat* seat, Bool busy) {
    return !seat->is_held && !seat->is_waiting && !seat->is_idle && is_awake(seat) &&
           !(busy && seat->is_polling);
}

/* Mostly the first one of all. */
const Seat* hp_line_first_that_works(Bool busy) {
    const Seat* first = NULL;
    for (UInt i = 0; i < g_length && (first == NULL || first != g_line[0]); i++)
        if (works(g_line[i], busy) && (first == NULL || is_before(g_line[i], first)))
            first = g_line[i];
    return first;
}

const Seat* hp_line_last(void) {
    const Seat* last = NULL;
    for (UInt i = 0; i < g_length; i++)
        if (!g_line[i]->is_held && is_awake(g_line[i]) &&
            (last == NULL || is_before(last, g_line[i])))
            last = g_line[i];
    return last;
}

Bool hp_line_has_held(void) {
    return g_n_held > 0;
}

/* Leaving and joining moves others, so the search begins anew each time. */
Bool hp_line_let_go(Bool (*holds)(const Seat*), ULong clock) {
    Bool any = False;
    for (UInt i = 0; g_n_held > 0 && i < g_length;) {
        Seat* seat = g_line[i++];
        if (!seat->is_held || holds(seat))
            continue;
        hp_line_leave(seat);
        seat->is_held = False;
        if (seat->clock < clock)
            seat->clock = clock;
        hp_line_join(seat);
        any = True;
        i = 0;
    }
    return any;
}
