/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that spin.
 *
 * With --hpcmp-order=host threads take turns in the order in which they ask. Example of a problem:
 * thread 2 ends its turn and so wakes thread 3, and thread 3 gets the processor before thread 2 has
 * asked for its next turn. Thread 3 spins until thread 2 does something. Whenever a turn of thread
 * 3 ends, no other thread has asked, so thread 3 gets the next turn, until the kernel's time slice
 * is over. Therefore a thread that has turn after turn without an event yields the processor now
 * and then.
 */
#ifndef HP_SPINNING_H
#define HP_SPINNING_H

#include "hpcmp/threads/threads.h"

/* The turn of t has ended. Was its last instruction a pause? Loops that spin contain pause
   instructions. */
Bool hp_is_behind_pause(const Thread* t);

#endif
