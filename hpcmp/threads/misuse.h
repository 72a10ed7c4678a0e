/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Messages about client requests that make no sense. The program is never stopped because of them,
 * and only the first few are printed.
 */
#ifndef HP_MISUSE_H
#define HP_MISUSE_H

#include "hpcmp/threads/threads.h"

/* Prints "WHAT ADDRESS in thread N" for the first few wrong requests. Prints nothing with -q. */
void hp_tell_misuse(const Thread* t, const HChar* what, Addr a);

#endif
