/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A system call may unmap memory, or map other memory in its place. The synchronisation objects in
 * this memory then end.
 */
#ifndef HP_UNMAPPED_H
#define HP_UNMAPPED_H

#include "hpcmp/threads/threads.h"

void hp_unmapped_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
