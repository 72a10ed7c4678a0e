/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/tickets.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/count/run.h"

/* Whole words, or halves of them. */
typedef struct {
    Addr at;
    UInt n_bytes;
} Field;

typedef struct {
    VgHashNode node; /* key: the address of the awaited field */
    Field served;
    Field next;
    ULong step;       /* from one ticket to the next */
    ULong holder;     /* thid of the thread that has been served, or 0 */
    ULong ticket;     /* its ticket */
    ULong now;        /* the awaited field contains this, as far as that is known */
    ULong first_user; /* thid of the first thread that has given it, or 0 */
    Bool is_none;
    Bool is_lock; /* two threads have given it */
} TicketLock;

/* The lock that tickets of a field are for. */
typedef struct {
    VgHashNode node; /* key: the address of the field */
    TicketLock* lock;
} Drawn;

/* The ticket that a thread has drawn, and has not been served for. */
typedef struct {
    Bool is_there;
    Field next;
    ULong ticket;
    ULong step;
    ULong executed;   /* instructions of the thread until then */
    TicketLock* lock; /* NULL: the thread has not looked at the awaited field yet */
} Draw;

HP_THREAD_SLOT(Draw, draw)

static VgHashTable* g_locks;
static VgHashTable* g_drawn;

static const TicketUse nothing = {HP_WORD_OTHER, 0, 0, False};

/*------------------------------------------------------------*/
/*--- Fields                                                ---*/
/*------------------------------------------------------------*/

static ULong mask_of(UInt n_bytes) {
    return n_bytes >= sizeof(ULong) ? ~0UL : (1UL << 8 * n_bytes) - 1;
}

static Bool is_same_field(Field x, Field y) {
    return x.at == y.at && x.n_bytes == y.n_bytes;
}

static Bool is_in(Field field, Addr a, UInt n) {
    return a <= field.at && field.at + field.n_bytes <= a + n;
}

/* The field's part of a value of n bytes at a. */
static ULong part_of(Field field, Addr a, ULong value) {
    return value >> 8 * (field.at - a) & mask_of(field.n_bytes);
}

static ULong clear_field(Field field, Addr a, ULong value) {
    return value & ~(mask_of(field.n_bytes) << 8 * (field.at - a));
}

/* Is the field raised by the step, and the rest of the access left as it was? */
static Bool is_raised(Field field, ULong step, Addr a, ULong before, ULong now) {
    return part_of(field, a, now) ==
               ((part_of(field, a, before) + step) & mask_of(field.n_bytes)) &&
           clear_field(field, a, before) == clear_field(field, a, now);
}

/*------------------------------------------------------------*/
/*--- Finding locks                                         ---*/
/*------------------------------------------------------------*/

static TicketLock* lock_in(Addr at, Addr a, UInt n) {
    TicketLock* lock = VG_(HT_lookup)(g_locks, at);
    return lock != NULL && is_in(lock->served, a, n) ? lock : NULL;
}

/* The lock whose awaited field is in these bytes, or NULL. */
static TicketLock* lock_at(Addr a, UInt n) {
    TicketLock* lock = lock_in(a, a, n);
    return lock != NULL || n < 2 ? lock : lock_in(a + n / 2, a, n);
}

static TicketLock* next_word_in(Addr at, Addr a, UInt n) {
    const Drawn* drawn = VG_(HT_lookup)(g_drawn, at);
    return drawn != NULL && !drawn->lock->is_none && is_in(drawn->lock->next, a, n) ? drawn->lock
                                                                                    : NULL;
}

/* The lock whose tickets are drawn from these bytes, or NULL. */
static TicketLock* find_next_word(Addr a, UInt n) {
    TicketLock* lock = next_word_in(a, a, n);
    return lock != NULL || n < 2 ? lock : next_word_in(a + n / 2, a, n);
}

static void draw_from(TicketLock* lock) {
    Drawn* drawn = hp_table_find_or_add(g_drawn, lock->next.at, "hp.tickets.drawn", sizeof *drawn);
    drawn->lock = lock;
}

/* The lock of these fields, or NULL: one of them belongs to another lock, or has been found to be
   none. */
static TicketLock* make_lock(Field next, Field served, ULong step) {
    TicketLock* lock = VG_(HT_lookup)(g_locks, served.at);
    if (lock != NULL)
        return !lock->is_none && is_same_field(lock->next, next) && lock->step == step ? lock
                                                                                       : NULL;
    if (find_next_word(next.at, next.n_bytes) != NULL)
        return NULL;
    lock = hp_table_add(g_locks, served.at, "hp.tickets.lock", sizeof *lock);
    lock->next = next;
    lock->served = served;
    lock->step = step;
    draw_from(lock);
    return lock;
}

/*------------------------------------------------------------*/
/*--- Uses                                                  ---*/
/*------------------------------------------------------------*/

static TicketUse use_of(const TicketLock* lock, WordUse use, Bool was_lock) {
    return (TicketUse){use, lock->served.at, lock->served.n_bytes, was_lock};
}

static void drop_draws(const TicketLock* lock) {
    HP_FOR_EACH_THREAD (t)
        if (draw_of(t) != NULL && draw_of(t)->lock == lock)
            draw_of(t)->is_there = False;
}

static TicketUse stop(TicketLock* lock) {
    Bool was_lock = lock->is_lock;
    lock->is_none = True;
    lock->is_lock = False;
    drop_draws(lock);
    return use_of(lock, HP_WORD_OTHER, was_lock);
}

/* t's ticket is that which the awaited field contains. */
static TicketUse take(Thread* t, TicketLock* lock) {
    if (lock->holder != 0)
        return stop(lock);
    lock->holder = t->thid;
    lock->ticket = lock->now = draw_of(t)->ticket;
    draw_of(t)->is_there = False;
    return use_of(lock, HP_WORD_TAKEN, lock->is_lock);
}

static TicketUse give(const Thread* t, TicketLock* lock) {
    Bool was_lock = lock->is_lock;
    if (lock->first_user == 0)
        lock->first_user = t->thid;
    lock->holder = 0;
    lock->now = (lock->ticket + lock->step) & mask_of(lock->served.n_bytes);
    lock->is_lock |= lock->first_user != t->thid;
    return use_of(lock, HP_WORD_GIVEN, was_lock);
}

static TicketUse wait(TicketLock* lock, ULong now) {
    lock->now = now;
    return use_of(lock, HP_WORD_MARKED, lock->is_lock);
}

/*------------------------------------------------------------*/
/*--- Drawing                                               ---*/
/*------------------------------------------------------------*/

static Draw* draw(Thread* t, Field next, ULong ticket, ULong step) {
    Draw* draw = HP_THREAD_DATA(t, draw);
    *draw = (Draw){.is_there = True,
                   .next = next,
                   .ticket = ticket & mask_of(next.n_bytes),
                   .step = step,
                   .executed = hp_run_executed_by(t)};
    return draw;
}

/* t, which has drawn a ticket of the lock, reads `now` in the awaited field. */
static TicketUse look_at(Thread* t, TicketLock* lock, ULong now) {
    draw_of(t)->lock = lock;
    return now == draw_of(t)->ticket ? take(t, lock) : wait(lock, now);
}

static TicketUse draw_of_known(Thread* t, TicketLock* lock, Addr a, ULong before, ULong now) {
    if (!is_raised(lock->next, lock->step, a, before, now))
        return part_of(lock->next, a, before) == part_of(lock->next, a, now) ? nothing : stop(lock);
    draw(t, lock->next, part_of(lock->next, a, before), lock->step)->lock = lock;
    if (lock->holder == 0 && lock->now == draw_of(t)->ticket)
        return take(t, lock);
    return use_of(lock, HP_WORD_MARKED, lock->is_lock);
}

/* The upper half of a word is raised by one.  What is read then shows both halves. */
static TicketUse draw_of_upper_half(Thread* t, Addr a, UInt n, ULong before) {
    Field next = {a + n / 2, n / 2};
    Field served = {a, n / 2};
    draw(t, next, part_of(next, a, before), 1);
    TicketLock* lock = make_lock(next, served, 1);
    return lock == NULL ? nothing : look_at(t, lock, part_of(served, a, before));
}

enum { MOST_STEP = 64 };

static TicketUse draw_of_unknown(Thread* t, Addr a, UInt n, ULong before, ULong now) {
    ULong step = (now - before) & mask_of(n);
    if (n >= 2 && step == 1UL << 4 * n)
        return draw_of_upper_half(t, a, n, before);
    if (step > 0 && step <= MOST_STEP)
        draw(t, (Field){a, n}, before, step);
    return nothing;
}

static Bool has_unserved(const Thread* t) {
    return draw_of(t) != NULL && draw_of(t)->is_there && draw_of(t)->lock != NULL;
}

TicketUse hp_ticket_change(Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_alone) {
    TicketLock* lock = lock_at(a, n);
    if (lock != NULL && !lock->is_none &&
        part_of(lock->served, a, before) != part_of(lock->served, a, now))
        return lock->holder == t->thid && part_of(lock->served, a, before) == lock->ticket &&
                       is_raised(lock->served, lock->step, a, before, now)
                   ? give(t, lock)
                   : stop(lock);
    lock = find_next_word(a, n);
    if (lock != NULL && has_unserved(t) && draw_of(t)->lock == lock)
        return stop(lock);
    if (lock != NULL)
        return draw_of_known(t, lock, a, before, now);
    return is_alone ? nothing : draw_of_unknown(t, a, n, before, now);
}

TicketUse hp_ticket_store(Thread* t, Addr a, UInt n, ULong now) {
    TicketLock* lock = lock_at(a, n);
    if (lock == NULL || lock->is_none)
        return nothing;
    Bool is_next = is_same_field(lock->served, (Field){a, n}) && lock->holder == t->thid &&
                   now == ((lock->ticket + lock->step) & mask_of(n));
    return is_next ? give(t, lock) : stop(lock);
}

/*------------------------------------------------------------*/
/*--- Looking                                               ---*/
/*------------------------------------------------------------*/

/* A thread looks for its ticket soon.  One that does something else before has not drawn its place
   in a line, but in an order.  Example: a thread draws the number of a block, compresses the block
   and then writes blocks in the order of their numbers. */
enum { SOON = 200 };
/* So many tickets may be outstanding. */
enum { MOST_OUTSTANDING = 4096 };

static Bool fits(const Draw* draw, ULong now) {
    ULong distance = (draw->ticket - now) & mask_of(draw->next.n_bytes);
    return distance % draw->step == 0 && distance / draw->step <= MOST_OUTSTANDING;
}

/* The lock that t's look at these bytes is for, if that is the first look since it has drawn. */
static TicketLock* lock_looked_for(Draw* draw, Addr a, UInt n, ULong value) {
    Field served = {a, n};
    Field whole = draw->next;
    if (is_same_field(served, whole) && n >= 2) {
        draw->next.n_bytes = n / 2;
        draw->ticket &= mask_of(n / 2);
        served = (Field){a + n / 2, n / 2};
    }
    if (served.n_bytes == draw->next.n_bytes && served.at != draw->next.at &&
        fits(draw, part_of(served, a, value))) {
        TicketLock* lock = make_lock(draw->next, served, draw->step);
        if (lock != NULL)
            return lock;
    }
    draw->next = whole;
    return NULL;
}

TicketUse hp_ticket_look(Thread* t, Addr a, UInt n, ULong value) {
    TicketLock* lock = lock_at(a, n);
    Bool has_drawn = draw_of(t) != NULL && draw_of(t)->is_there;
    if (has_drawn && value == HP_UNKNOWN_VALUE)
        return nothing;
    if (has_drawn && draw_of(t)->lock == NULL &&
        hp_run_executed_by(t) - draw_of(t)->executed <= SOON) {
        TicketLock* looked_for = lock_looked_for(draw_of(t), a, n, value);
        if (looked_for != NULL)
            return look_at(t, looked_for, part_of(looked_for->served, a, value));
    }
    if (lock == NULL || lock->is_none)
        return nothing;
    if (has_drawn && draw_of(t)->lock == lock)
        return look_at(t, lock, part_of(lock->served, a, value));
    return lock->holder == t->thid || is_in(lock->next, a, n) ? nothing : stop(lock);
}

Bool hp_ticket_is_drawn(Addr a, UInt n) {
    return find_next_word(a, n) != NULL;
}

/*------------------------------------------------------------*/
/*--- Forgetting                                            ---*/
/*------------------------------------------------------------*/

void hp_ticket_forget(Addr a) {
    TicketLock* lock = VG_(HT_lookup)(g_locks, a);
    if (lock == NULL)
        return;
    drop_draws(lock);
    const Drawn* drawn = VG_(HT_lookup)(g_drawn, lock->next.at);
    if (drawn != NULL && drawn->lock == lock)
        VG_(free)(VG_(HT_remove)(g_drawn, lock->next.at));
    VG_(free)(VG_(HT_remove)(g_locks, a));
}

void hp_tickets_forget_all(void) {
    HP_FOR_EACH_THREAD (t)
        if (draw_of(t) != NULL)
            draw_of(t)->is_there = False;
    VG_(HT_destruct)(g_locks, VG_(free));
    VG_(HT_destruct)(g_drawn, VG_(free));
    hp_tickets_init();
}

void hp_tickets_init(void) {
    g_locks = VG_(HT_construct)("hp.tickets.locks");
    g_drawn = VG_(HT_construct)("hp.tickets.drawn");
}
