/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The list of the folder /sys/devices/system/cpu, with --hpcmp-processors=N: it has cpu0 to
 * cpuN-1, because programs count these.
 *
 * If the host has more processors, their entries are removed from what getdents64 returns. If it
 * has fewer, the missing entries follow the host's last entry. Example with N = 4 on a host with
 * two processors: the first call of getdents64 returns cpu0, cpu1 and others. The kernel would
 * return nothing for the second call, but the program gets cpu2 and cpu3. The third call returns
 * nothing.
 */
#ifndef HP_LISTING_H
#define HP_LISTING_H

#include "hpcmp/threads/threads.h"

/* The call of t has returned. Returns the result that the program gets. */
SysRes hp_listing_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
