/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/tables.h"

void* hp_table_add(VgHashTable* table, UWord key, const HChar* what, SizeT size) {
    VgHashNode* node = VG_(calloc)(what, 1, size);
    node->key = key;
    VG_(HT_add_node)(table, node);
    return node;
}

void* hp_table_find_or_add(VgHashTable* table, UWord key, const HChar* what, SizeT size) {
    void* entry = VG_(HT_lookup)(table, key);
    return entry != NULL ? entry : hp_table_add(table, key, what, size);
}
