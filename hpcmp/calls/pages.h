/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that the program has from the kernel, outside of any allocator that we know.
 */
#ifndef HP_PAGES_H
#define HP_PAGES_H

#include "hpcmp/threads/threads.h"

/* After a system call: tells what it has lent and taken back, with --hpcmp-pages. */
void hp_pages_after(Thread* t, UInt number, const UWord* args, SysRes res);

void hp_pages_init(void);

#endif
