/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which memory the program can read and write. The tool asks this before it uses an
 * address that the program gives to it or to the kernel, because that may be wrong.
 */
#ifndef HP_READABLE_H
#define HP_READABLE_H

#include "hpcmp/base/basics.h"

/* Can the program read all of [a, a + size)? */
Bool hp_is_readable(Addr a, SizeT size);
/* Can the program write there? */
Bool hp_is_writable(Addr a, SizeT size);
/* The length of the C string at a, at most max. The string ends where the memory cannot be read. */
SizeT hp_readable_string_length(Addr a, SizeT max);

#endif
