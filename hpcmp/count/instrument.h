/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Adds code to the program's code. The added code counts instructions and reports accesses to
 * memory.
 */
#ifndef HP_INSTRUMENT_H
#define HP_INSTRUMENT_H

#include "hpcmp/base/basics.h"

IRSB* hp_instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                    const VexGuestExtents* vge, const VexArchInfo* archinfo_host, IRType gWordTy,
                    IRType hWordTy);

/* Begins to observe signals, because a signal can end a stretch of code in its middle. */
void hp_instrument_init(void);

#endif
