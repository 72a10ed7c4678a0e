/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/planned_objects.h"

#include "hpcmp/base/core.h"

typedef struct {
    VgHashNode node; /* key: what the other value is found by */
    UWord other;
} Pair;

static VgHashTable* g_by_number;  /* addresses */
static VgHashTable* g_by_address; /* the latest numbers */

static Pair* pair_of(VgHashTable* table, UWord key) {
    return VG_(HT_lookup)(table, key);
}

static void set(VgHashTable* table, UWord key, UWord other) {
    Pair* pair = pair_of(table, key);
    if (pair == NULL) {
        pair = VG_(malloc)("hp.planned_objects.pair", sizeof *pair);
        pair->node.key = key;
        VG_(HT_add_node)(table, pair);
    }
    pair->other = other;
}

Bool hp_planned_object_match(UWord number, Addr object) {
    if (g_by_number == NULL) {
        g_by_number = VG_(HT_construct)("hp.planned_objects.by_number");
        g_by_address = VG_(HT_construct)("hp.planned_objects.by_address");
    }
    const Pair* known = pair_of(g_by_number, number);
    if (known != NULL)
        return known->other == object && pair_of(g_by_address, object)->other == number;
    set(g_by_number, number, object);
    set(g_by_address, object, number);
    return True;
}
