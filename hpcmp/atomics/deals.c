/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/deals.h"

#include "hpcmp/base/tables.h"

/* Threads that have drawn lately, by thid. */
enum { N_LATELY = 8 };

typedef struct {
    VgHashNode node; /* key: the address */
    UInt n_bytes;
    ULong step;
    ULong first_user; /* thid */
    struct {
        ULong thid;
        ULong n_met; /* of the thread then */
    } lately[N_LATELY];
    Bool is_common; /* two threads have drawn; */
    Bool has_again; /* one has drawn twice and done nothing that orders it in between */
    Bool is_none;
} Counter;

static VgHashTable* g_counters;

static Counter* counter_at(Addr a) {
    return VG_(HT_lookup)(g_counters, a);
}

static Counter* make_counter(const Thread* t, Addr a, UInt n, ULong step) {
    Counter* counter = hp_table_add(g_counters, a, "hp.deals.counter", sizeof *counter);
    counter->n_bytes = n;
    counter->step = step;
    counter->first_user = t->thid;
    return counter;
}

static void note_draw(const Thread* t, Counter* counter) {
    UInt i = t->thid % N_LATELY;
    counter->is_common |= counter->first_user != t->thid;
    counter->has_again |=
        counter->lately[i].thid == t->thid && counter->lately[i].n_met == t->n_met;
}

void hp_deal_begin_draw(const Thread* t, Addr a, UInt n, ULong before, ULong now, Bool is_used) {
    ULong step = now - before;
    Counter* counter = counter_at(a);
    if (counter == NULL)
        counter = make_counter(t, a, n, step);
    counter->is_none |=
        !is_used || (Long)step <= 0 || counter->n_bytes != n || counter->step != step;
    note_draw(t, counter);
}

void hp_deal_end_draw(const Thread* t, Addr a) {
    Counter* counter = counter_at(a);
    UInt i = t->thid % N_LATELY;
    counter->lately[i].thid = t->thid;
    counter->lately[i].n_met = t->n_met;
}

void hp_deal_rule_out(Addr a) {
    Counter* counter = counter_at(a);
    if (counter != NULL)
        counter->is_none = True;
}

void hp_deal_forget(Addr a) {
    VG_(free)(VG_(HT_remove)(g_counters, a));
}

Bool hp_is_deal(Addr a) {
    const Counter* counter = counter_at(a);
    return counter != NULL && !counter->is_none && counter->is_common && counter->has_again;
}

void hp_deals_forget_all(void) {
    VG_(HT_destruct)(g_counters, VG_(free));
    hp_deals_init();
}

void hp_deals_init(void) {
    g_counters = VG_(HT_construct)("hp.deals");
}
