/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the kernel reads and writes in heap blocks on the program's behalf.
 */
#ifndef HP_SYSCALLS_H
#define HP_SYSCALLS_H

#include "hp_include.h"

void hp_syscalls_init(void);

/* Can the program read all of [a, a + size)? */
Bool hp_is_readable(Addr a, SizeT size);
/* The length of the C string at a as far as it can be read, and at most max. */
SizeT hp_readable_string_length(Addr a, SizeT max);

#endif
