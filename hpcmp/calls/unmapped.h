/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that a system call takes away, or puts other memory in place of: the
 * synchronisation objects in it end.
 */
#ifndef HP_UNMAPPED_H
#define HP_UNMAPPED_H

#include "hpcmp/threads/threads.h"

void hp_unmapped_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
