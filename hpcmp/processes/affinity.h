/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls that read, change or inherit the processors that a thread can run on: the
 * threads that order/processor.c has brought to one are free again before.
 */
#ifndef HP_AFFINITY_H
#define HP_AFFINITY_H

#include "hpcmp/threads/threads.h"

/* t is about to make this system call. */
void hp_affinity_before(const Thread* t, UInt number, const UWord* args);

#endif
