/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Adding entries to Valgrind's hash tables. An entry is a structure whose first member is its
 * VgHashNode. An entry of a table that only contains keys is a VgHashNode alone.
 */
#ifndef HP_TABLES_H
#define HP_TABLES_H

#include "hpcmp/base/basics.h"

/* Adds an entry of this size to the table. Its bytes are 0, except for the key. what: the name of
   such memory in Valgrind's statistics. */
void* hp_table_add(VgHashTable* table, UWord key, const HChar* what, SizeT size);

/* Returns the entry with this key. Adds one if the table has none. */
void* hp_table_find_or_add(VgHashTable* table, UWord key, const HChar* what, SizeT size);

#endif
