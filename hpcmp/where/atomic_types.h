/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the bytes of a file's static variables that are atomic by their type, which means C11's
 * _Atomic. In DWARF 5 this is DW_TAG_atomic_type. DWARF 4 cannot express it.
 *
 * Example: `struct { int n; atomic_int turn; } rooms[3];` at 0x4040 has atomic bytes in
 * [0x4044, 0x4048), [0x404c, 0x4050) and [0x4054, 0x4058).
 */
#ifndef HP_ATOMIC_TYPES_H
#define HP_ATOMIC_TYPES_H

#include "hpcmp/base/basics.h"
#include "pub_tool_xarray.h"

typedef struct {
    Addr begin, end;
} AtomicRange;

/* The atomic bytes of all static variables, as an array of AtomicRange in no order, with the
   addresses of the file. The caller deletes the array. NULL: there are none, or they are unknown,
   because sections are compressed, because the debug information is in a separate file (also split
   DWARF), or because the file is damaged.

   If the abbreviations of a file contain no atomic type, the file is not read further, which takes
   less than a millisecond. Otherwise all entries of the file are read once, and the types of static
   variables a second time. */
XArray* hp_atomic_ranges_of_file(const HChar* path);

#endif
