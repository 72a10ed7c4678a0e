/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One trace a process and image: what happens at fork and execve.
 */
#ifndef HP_PROCESSES_H
#define HP_PROCESSES_H

#include "hp_include.h"

void hp_processes_init(void);

/* The text of a trace's first event: tool, versions, process, command.  To be
   freed by the caller. */
HChar* hp_process_description(void);
/* The part of it that is the same for all images that one process executes, and
   for no other process.  To be freed by the caller. */
HChar* hp_process_identity(void);

#endif
