/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Chooses the file that a process' trace goes to.
 *
 * A file has one writer at a time, which holds a lock on the file. No process or image of a run
 * replaces what another one of the same run has written. If the name is taken, the process adds .1,
 * .2, ... to it.
 */
#ifndef HP_FILE_NAME_H
#define HP_FILE_NAME_H

#include "hpcmp/base/basics.h"

/* Opens the file of that name, or of that name with an ending, and empties it. Returns a descriptor
   that the program does not see, or an error. `run`: see output.h. Sets *name to the file's name in
   either case. The caller frees it. */
SysRes hp_output_open_file(const HChar* wanted, const HChar* run, HChar** name);

/* Opens the file of that name, empties it and locks it. */
SysRes hp_output_open_new(const HChar* name);

#endif
