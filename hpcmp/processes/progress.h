/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells how far the process is, for the line that the command `hpcmp` shows on a terminal.
 *
 * With --hpcmp-progress=FOLDER the process keeps a file in this folder. The file has the same name
 * as the trace and contains one line: number of events, virtual time in instructions, number of
 * living threads. Example: "4014 3230012 3". The command adds up the lines of all processes of the
 * run. The file is rewritten at most twice a second, while threads have turns, and once at the end.
 */
#ifndef HP_PROGRESS_H
#define HP_PROGRESS_H

#include "hpcmp/base/basics.h"

/* The process ends, or executes another program. It has no threads any more. */
void hp_progress_end(void);

#endif
