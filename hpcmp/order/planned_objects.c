/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/planned_objects.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/tables.h"

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
    Pair* pair = hp_table_find_or_add(table, key, "hp.planned_objects.pair", sizeof *pair);
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
