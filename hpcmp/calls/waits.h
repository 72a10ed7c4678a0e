/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which system calls may wait, because nobody is to wait for a thread that is in one of
 * them (order/).
 */
#ifndef HP_WAITS_H
#define HP_WAITS_H

#include "hpcmp/threads/threads.h"

/* t is about to make this call, of which makers.h and channels/ know already. */
void hp_waits_before(Thread* t, UInt number, const UWord* args);

#endif
