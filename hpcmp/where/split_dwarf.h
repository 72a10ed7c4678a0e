/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Debug information in separate files, *.dwo (gcc -gsplit-dwarf).
 *
 * With DWARF 5, the program's own file contains skeleton units, whose header has eight more bytes.
 * Valgrind 3.19 cannot read them, and ends the process before the program begins. So Valgrind's
 * reader of DWARF is not used for such a file (debug_lines.c). The file's functions have names,
 * because these are in the symbol table, but no lines.
 */
#ifndef HP_SPLIT_DWARF_H
#define HP_SPLIT_DWARF_H

#include "hpcmp/base/basics.h"

/* Does this ELF file have a skeleton unit of DWARF 5 among its first units? Also False if the file
   cannot be read. */
Bool hp_has_split_dwarf(const HChar* file);

#endif
