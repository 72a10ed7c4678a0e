/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Debug information that lies in files of its own, *.dwo (gcc -gsplit-dwarf).
 *
 * Valgrind 3.19 cannot read what DWARF 5 leaves in the program itself (a skeleton unit has eight
 * bytes more in its header), and ends the process before the program begins.  So the reader is
 * left out for such a file.  Its functions keep their names, because those are in the symbol
 * table, but have no lines.
 */
#ifndef HP_SPLIT_DWARF_H
#define HP_SPLIT_DWARF_H

#include "hpcmp/base/basics.h"

/* Does this ELF file have a skeleton unit of DWARF 5 among its first units?  False if the file
   cannot be read. */
Bool hp_has_split_dwarf(const HChar* file);
/* Until this is called with False, debug information of DWARF is not read. */
void hp_leave_dwarf_out(Bool is_left_out);

#endif
