/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists in debug information (2.6.2, 2.17.3). One kind of list contains the parts of an entry's
 * code. The other kind says where a value is in each part of the code.
 *
 * Example: an inlined function has the argument 5. At -O2, the argument has a list with one part,
 * "[0x90, 0xa0): lit5, stack_value".
 */
#ifndef HP_DWARF_LISTS_H
#define HP_DWARF_LISTS_H

#include "hpcmp/where/dwarf.h"

/* Calls `see` for each part [lo, end) of the entry's code that is not empty. The addresses are
   those of the file. Damaged parts are left out. */
void hp_dwarf_ranges(const Dwarf* dwarf, const DwarfUnit* unit, const DwarfEntry* entry,
                     void (*see)(void* context, ULong lo, ULong end), void* context);

/* Gives the entry's value if it is the same constant in all parts of the code for which it is
   known. Otherwise returns False. */
Bool hp_dwarf_value(const Dwarf* dwarf, const DwarfUnit* unit, const DwarfEntry* entry,
                    ULong* value);

#endif
