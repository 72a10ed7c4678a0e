/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Says how far the process is, for the line that the command hpcmp shows on a terminal.
 *
 * With --hpcmp-progress=FOLDER the process keeps a file in this folder that is called like its
 * trace and contains one line: events, virtual time in instructions, living threads.  Example:
 * "4014 3230012 3".  The command adds up the lines of all processes of the run.  The file is
 * written anew twice a second at most, while threads have turns, and at the end.
 */
#ifndef HP_PROGRESS_H
#define HP_PROGRESS_H

#include "hpcmp/base/basics.h"

/* The process ends or becomes another program: it has no threads any more. */
void hp_progress_end(void);

#endif
