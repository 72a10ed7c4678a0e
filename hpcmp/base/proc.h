/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Files below /proc, which say what Linux knows of a process (proc(5)).
 */
#ifndef HP_PROC_H
#define HP_PROC_H

#include "hpcmp/base/basics.h"

/* Reads a file whose name is given as for printf, as far as it fits into `text`, which ends in '\0'
   in any case. Returns how many bytes that are before this '\0': 0 if the file cannot be read.
   Example: hp_read_proc(text, sizeof text, "/proc/self/fdinfo/%d", fd). */
SizeT hp_read_proc(HChar* text, SizeT size, const HChar* name, ...) PRINTF_CHECK(3, 4);

#endif
