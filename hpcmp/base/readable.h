/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's memory, as far as the program itself could read it.  Addresses that it
 * hands to us or to the kernel may be wrong.
 */
#ifndef HP_READABLE_H
#define HP_READABLE_H

#include "hpcmp/base/basics.h"

/* Can the program read all of [a, a + size)? */
Bool hp_is_readable(Addr a, SizeT size);
/* Can the program write there? */
Bool hp_is_writable(Addr a, SizeT size);
/* The length of the C string at a as far as it can be read, and at most max. */
SizeT hp_readable_string_length(Addr a, SizeT max);

#endif
