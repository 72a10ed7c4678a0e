/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists in debug information (2.6.2, 2.17.3): the parts that the code of an entry has, and where a
 * value is in each part of the code.
 *
 * Example: at -O2, the argument of an inlined function that is 5 has a list with one part,
 * "[0x90, 0xa0): lit5, stack_value".
 */
#ifndef HP_DWARF_LISTS_H
#define HP_DWARF_LISTS_H

#include "hpcmp/where/dwarf.h"

/* Calls `see` for each part [lo, end) of the entry's code that is not empty; the addresses are
   those of the file.  What is damaged is left out. */
void hp_dwarf_ranges(const Dwarf* dwarf, const DwarfUnit* unit, const DwarfEntry* entry,
                     void (*see)(void* context, ULong lo, ULong end), void* context);

/* The entry's value, if that is one constant wherever the value is known.  False: it is not. */
Bool hp_dwarf_value(const Dwarf* dwarf, const DwarfUnit* unit, const DwarfEntry* entry,
                    ULong* value);

#endif
