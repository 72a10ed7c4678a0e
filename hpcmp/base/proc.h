/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Files below /proc, which say what Linux knows of a process (proc(5)).
 */
#ifndef HP_PROC_H
#define HP_PROC_H

#include "hpcmp/base/basics.h"

/* Reads a file into `text`, as far as it fits. `name` and the arguments behind it give the file's
   name, as for printf. A '\0' always follows the bytes that were read. Returns the number of these
   bytes, or 0 if the file cannot be read. Example:
   hp_read_proc(text, sizeof text, "/proc/self/fdinfo/%d", fd). */
SizeT hp_read_proc(HChar* text, SizeT size, const HChar* name, ...) PRINTF_CHECK(3, 4);

#endif
