/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The list of the folder /sys/devices/system/cpu, with --hpcmp-processors=N: it has cpu0 to
 * cpuN-1, because programs count these.
 *
 * Entries of processors that only the host has are taken out of what getdents64 returns. Those
 * that the host lacks come behind the host's last entry. Example with N = 4 on a host with two
 * processors: the kernel returns cpu0, cpu1 and others, and then nothing more; this next call
 * returns cpu2 and cpu3 to the program, and the one after it nothing.
 */
#ifndef HP_LISTING_H
#define HP_LISTING_H

#include "hpcmp/threads/threads.h"

/* The call of t has returned. Returns the result that the program gets. */
SysRes hp_listing_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
