/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages about client requests that make no sense.  The program is never
 * stopped for them, nor the user flooded.
 */
#ifndef HP_MISUSE_H
#define HP_MISUSE_H

#include "hpcmp/threads/threads.h"

/* "what ADDRESS in thread N", for the first few; nothing with -q. */
void hp_tell_misuse(const Thread* t, const HChar* what, Addr a);

#endif
