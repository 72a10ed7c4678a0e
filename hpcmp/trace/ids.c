/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/ids.h"

static ULong g_last_id;
/* Births before this are from traces of former processes. */
static ULong g_first_birth;

ULong hp_next_id(void) {
    return ++g_last_id;
}

ULong hp_n_events(void) {
    return g_last_id;
}

void hp_set_n_events(ULong n) {
    g_last_id = n;
}

ULong hp_birth_of_id(ULong id) {
    return g_first_birth + id;
}

ULong hp_id_of_birth(ULong birth) {
    return birth > g_first_birth ? birth - g_first_birth : 0;
}

void hp_restart_ids(void) {
    g_first_birth += g_last_id;
    g_last_id = 0;
}
