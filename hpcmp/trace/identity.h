/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The identity of a process, and the run that it belongs to. A run consists of all processes and
 * images that come from one command of the user.
 */
#ifndef HP_IDENTITY_H
#define HP_IDENTITY_H

#include "hpcmp/base/basics.h"

/* No other process has the same pid and start time while the machine runs. */
typedef struct {
    Int pid;
    ULong start; /* in clock ticks since boot */
} Identity;

Identity hp_process_identity(void);

/* An option for programs that are executed under Valgrind; one that begins with the same
   prefix is replaced. */
void hp_pass_on_option(const HChar* prefix, const HChar* value);

/* Once options are read: sees to it that programs that are executed under Valgrind know
   of what run they are. */
void hp_identity_begin(void);

/* The text of a trace's first event: tool, versions, process, command.  To be
   freed by the caller. */
HChar* hp_process_description(void);
/* The part of it that is the same for all processes and images of a run, and for no
   other run: it names the process that the user started.  To be freed by the caller. */
HChar* hp_process_run(void);

#endif
