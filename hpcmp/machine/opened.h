/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With --hpcmp-processors=N: system calls that open a file that says which processors the machine
 * has, or that ask about such a file.
 *
 * The kernel opens the host's file. If files.def has a row for this file, the tool replaces it by a
 * file in memory, under the same descriptor. The program can read the file in memory, map it, or
 * move in it, as with any file. Example: the program opens /sys/devices/system/cpu/online to read
 * and gets descriptor 5. The tool writes "0-63\n" into a file in memory, opens that file with the
 * program's own flags, and makes it descriptor 5 with dup3.
 *
 * If the host does not have a processor, processor 0's folder is shown as its folder, for example
 * as /sys/devices/system/cpu/cpu40 (paths.h). If only the host has a processor, its folder does not
 * exist for the program. If a file is opened to be written, it remains the host's file.
 */
#ifndef HP_OPENED_H
#define HP_OPENED_H

#include "hpcmp/threads/threads.h"

/* The call of t has returned. Returns the result that the program gets. */
SysRes hp_opened_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
