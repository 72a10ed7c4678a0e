/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The machine's monotonic clock, in ns: it is the same for all processes.
 */
#ifndef HP_MACHINE_CLOCK_H
#define HP_MACHINE_CLOCK_H

#include "hpcmp/base/basics.h"

ULong hp_machine_clock(void);

#endif
