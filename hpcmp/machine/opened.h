/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls that open a file that says which processors there are, or look at one, with
 * --hpcmp-processors=N.
 *
 * The kernel opens the host's file. If files.def has a row for it, a file in memory takes the place
 * of the descriptor: the program reads it, maps it, or moves in it as it does with any file.
 * Example: the program opens /sys/devices/system/cpu/online to read and gets descriptor 5. The
 * tool writes "0-63\n" into a file in memory, opens that with the program's own flags, and makes
 * it descriptor 5 with dup3.
 *
 * A folder of a processor that the host does not have, /sys/devices/system/cpu/cpu40, is shown as
 * processor 0's (paths.h). One that only the host has does not exist for the program. A file that
 * is opened to be written stays the host's.
 */
#ifndef HP_OPENED_H
#define HP_OPENED_H

#include "hpcmp/threads/threads.h"

/* The call of t has returned. Returns the result that the program gets. */
SysRes hp_opened_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
