/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which bytes of a file's static variables are atomic by their type: C11's _Atomic, which is
 * DW_TAG_atomic_type in DWARF 5.  (DWARF 4 has no word for it.)
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
   addresses of the file.  The caller deletes it.  NULL: there are none, or the debug information
   does not say so.  That is the case for compressed sections, a separate file of debug information
   (also split DWARF), and for damaged files.

   A file whose abbreviations have no atomic type is not read further, so it costs less than a
   millisecond.  Otherwise all entries of the file are read once, and the types of static variables
   again. */
XArray* hp_atomic_ranges_of_file(const HChar* path);

#endif
