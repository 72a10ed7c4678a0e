/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that the program gets directly from the kernel, by mmap for example, and not through an
 * allocator that the tool knows.
 */
#ifndef HP_PAGES_H
#define HP_PAGES_H

#include "hpcmp/threads/threads.h"

/* A system call has returned. With --hpcmp-pages, tells which pages the kernel has given to the
   program or taken back. */
void hp_pages_after(Thread* t, UInt number, const UWord* args, SysRes res);

void hp_pages_init(void);

#endif
