/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which file descriptors of the program are ends of pipes, what system calls do to
 * them, and what goes through them.
 */
#ifndef HP_DESCRIPTORS_H
#define HP_DESCRIPTORS_H

#include "hpcmp/threads/threads.h"

void hp_descriptors_init(void);

void hp_descriptors_before(Thread* t, UInt number, const UWord* args);
void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
