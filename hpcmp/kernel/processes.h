/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One trace a process and image: what happens at fork and execve.
 */
#ifndef HP_PROCESSES_H
#define HP_PROCESSES_H

#include "hpcmp/base/basics.h"

void hp_processes_init(void);

/* The text of a trace's first event: tool, versions, process, command.  To be
   freed by the caller. */
HChar* hp_process_description(void);
/* The part of it that is the same for all processes and images of a run, and for no
   other run: it names the process that the user started.  To be freed by the caller. */
HChar* hp_process_run(void);

/* Once options are read: sees to it that programs that are executed under Valgrind know
   of what run they are. */
void hp_processes_begin(void);

#endif
