/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which system calls may wait, because other threads must not wait for a thread that is
 * in such a call (order/).
 */
#ifndef HP_WAITS_H
#define HP_WAITS_H

#include "hpcmp/threads/threads.h"

/* t is about to make this call. The makers (makers.h) and channels/ already know of the call. */
void hp_waits_before(Thread* t, UInt number, const UWord* args);

#endif
